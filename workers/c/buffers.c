/* Memory of a chosen place. */

static struct {
    size_t count;
    struct {
        void *pages;
        size_t length, size, offset;
    } all[BUFFERS_MAX];
} buffers;

static void *make_buffer(size_t size, size_t offset) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), within = offset % page;
    if (buffers.count == BUFFERS_MAX || size > SIZE_MAX - 2 * page) return NULL;
    size_t length = (within + size + page) / page * page;
    char *pages = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return NULL;
    buffers.all[buffers.count].pages = pages;
    buffers.all[buffers.count].length = length;
    buffers.all[buffers.count].size = size;
    buffers.all[buffers.count].offset = within;
    buffers.count++;
    return pages + within;
}

static void free_buffers(void) {
    for (size_t i = 0; i < buffers.count; i++) munmap(buffers.all[i].pages, buffers.all[i].length);
    buffers.count = 0;
}

/* `"a buffer of 64 KiB at page+16"` for each, one after the other. */
static void add_notes(void) {
    for (size_t i = 0; i < buffers.count; i++) {
        size_t size = buffers.all[i].size, unit = 0;
        static const char *const units[] = {"bytes", "KiB", "MiB", "GiB"};
        while (unit < 3 && size >= 1024 && size % 1024 == 0) size /= 1024, unit++;
        add_number("%s\"a buffer of %zu %s at page+%zu\"", i ? "," : "", size, units[unit], buffers.all[i].offset);
    }
}
