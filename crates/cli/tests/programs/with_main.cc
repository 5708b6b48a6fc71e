// A command with a function that --call can call: constructors run before it does.
struct Table {
    int offset;
    Table() : offset(40) {}
};

static Table table;

int add(int x) { return table.offset + x; }

int main() { return add(1); }
