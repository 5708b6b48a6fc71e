/* Words counted in a binary tree, each in memory of its own: what programs do with malloc and string.h. */
#include <stdlib.h>
#include <string.h>
#include <worstcase.h>

struct node {
    struct node *left, *right;
    int count;
    char *word;
};

static struct node *root;

static void insert(const char *word) {
    struct node **place = &root;
    while (*place) {
        int order = strcmp(word, (*place)->word);
        if (order == 0) {
            (*place)->count++;
            return;
        }
        place = order < 0 ? &(*place)->left : &(*place)->right;
    }
    struct node *node = calloc(1, sizeof *node);
    node->word = malloc(strlen(word) + 1);
    strcpy(node->word, word);
    node->count = 1;
    *place = node;
}

int run(int n) {
    char word[8];
    for (int i = 0; i < n; i++) {
        int length = 0;
        while (length < 3 && (word[length] = (char)('a' + (input_u8() & 3))) != 'a')
            length++;
        word[length] = 0;
        insert(word);
    }
    int most = 0;
    for (struct node *node = root; node; node = node->right)
        if (node->count > most)
            most = node->count;
    return most;
}
