/* Places to work in: a part of prices.c. */

/* A file of so many bytes that is in the page cache because it has just been written, 64 KiB at a time; it has no name. */
static int file_of(long bytes) {
    const char *directory = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    static char piece[64 * KIB];
    int file = open(directory, O_TMPFILE | O_RDWR, 0600);
    must(file >= 0, "open");
    memset(piece, 'y', sizeof piece);
    for (long done = 0; done < bytes; done += sizeof piece) must(write(file, piece, sizeof piece) == sizeof piece, "write");
    return file;
}

/* Memory in huge pages, where there are any: a working set that is to lie in a cache lies in one piece. Every byte is written. */
static char *in_one_piece(long bytes) {
    long huge = 2 * MIB, length = (bytes + huge - 1) / huge * huge;
    char *memory = aligned_alloc(huge, length);
    must(memory != NULL, "aligned_alloc");
    madvise(memory, length, MADV_HUGEPAGE);
    memset(memory, 1, length);
    return memory;
}

/* The bytes of a cache for data, of level 1 to 3; 0 where the kernel does not tell. */
static long cache_of(int level) {
    for (int index = 0; index < 8; index++) {
        char name[96], kind[32] = "", unit = 0;
        int its_level = 0;
        long size = 0;
        FILE *file;
#define ATTRIBUTE(attribute, ...)                                                                     \
    snprintf(name, sizeof name, "/sys/devices/system/cpu/cpu0/cache/index%d/" attribute, index);      \
    if ((file = fopen(name, "r")) == NULL) continue;                                                  \
    if (fscanf(file, __VA_ARGS__) < 1) its_level = -1;                                                \
    fclose(file);
        ATTRIBUTE("type", "%31s", kind)
        ATTRIBUTE("size", "%ld%c", &size, &unit)
        ATTRIBUTE("level", "%d", &its_level)
        if (its_level == level && strcmp(kind, "Instruction") != 0) return size * (unit == 'M' ? MIB : unit == 'K' ? KIB : 1);
    }
    return 0;
}

/* A working set: half of the first cache, half of the second, and twice the second in the last, where that is at most half of it. */
static long set_in(int level) {
    if (level < 3) return cache_of(level) / 2;
    long twice = 2 * cache_of(2);
    return twice <= cache_of(3) / 2 ? twice : 0;
}
