/* Never ends. */
static void wait_for(volatile int *flag) {
    while (!*flag)
        ;
}

void run(void) {
    int flag = 0;
    wait_for(&flag);
}
