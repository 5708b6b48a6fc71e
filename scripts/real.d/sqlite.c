// SQLite prepares a statement of the bytes: tokens, a table-driven parser, name resolution.
// crate: libsqlite3-sys 0.39.1
// bytes: 3
// sources: libsqlite3-sys/sqlite3/sqlite3.c
// flags: -Ilibsqlite3-sys/sqlite3 -DSQLITE_THREADSAFE=0 -DSQLITE_OS_OTHER -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_OMIT_WAL
#include <sqlite3.h>
#include <stdint.h>

// No operating system: the database is in memory, and nothing of a file system is called.
int sqlite3_os_init(void) {
    static sqlite3_vfs none = {.iVersion = 1, .szOsFile = sizeof(sqlite3_file), .mxPathname = 64, .zName = "none"};
    return sqlite3_vfs_register(&none, 1);
}

int sqlite3_os_end(void) {
    return SQLITE_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sqlite3 *db;
    sqlite3_stmt *statement;
    if (sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, 0) == SQLITE_OK &&
        sqlite3_prepare_v2(db, (const char *)data, size, &statement, 0) == SQLITE_OK)
        sqlite3_finalize(statement);
    sqlite3_close(db);
    return 0;
}
