/* Where a snippet lies.
 *
 * Programs lie terabytes below the libraries that they call, and calls over more than 4 GB take longer: forty std::to_string that are appended to a
 * text took 381 ns in a program on a Xeon, and 346 ns in the same one when ld.so was told to load it, which puts it beside the libraries (decisions:
 * workers). A snippet is a library only because a host loads it; so it is put where programs are, as far as that can be had. */

#define PROGRAM_ROOM ((size_t)1 << 40) /* between the end of the heap and the snippet, in bytes: more than a heap grows to */
#define NEEDED_MAX 64                  /* libraries */
#define TAKEN_MAX 64                   /* places; a process has a few between its libraries */

struct library {
    size_t span; /* how much of the address space it takes, in bytes; 0 where that is not known */
    size_t count;
    void *needed[NEEDED_MAX]; /* the libraries that it names as needed, loaded; those that are not found are loaded with it */
};

/* What a file of ELF says; if it is of another machine, dlopen tells so afterwards. */
static void read_library(const char *image, struct library *library) {
    const ElfW(Ehdr) *head = (const void *)image;
    const ElfW(Phdr) *parts = (const void *)(image + head->e_phoff), *end = parts + head->e_phnum;
    const ElfW(Dyn) *entries = NULL;
    ElfW(Addr) low = UINTPTR_MAX, high = 0;
    for (const ElfW(Phdr) *part = parts; part < end; part++) {
        if (part->p_type == PT_DYNAMIC) entries = (const void *)(image + part->p_offset);
        if (part->p_type != PT_LOAD) continue;
        if (part->p_vaddr < low) low = part->p_vaddr;
        if (part->p_vaddr + part->p_memsz > high) high = part->p_vaddr + part->p_memsz;
    }
    library->span = high > low ? high - low : 0;
    const char *names = NULL;
    for (const ElfW(Dyn) *entry = entries; entry && entry->d_tag != DT_NULL; entry++)
        for (const ElfW(Phdr) *part = parts; entry->d_tag == DT_STRTAB && part < end; part++)
            if (part->p_type == PT_LOAD && entry->d_un.d_ptr - part->p_vaddr < part->p_filesz)
                names = image + part->p_offset + (entry->d_un.d_ptr - part->p_vaddr);
    for (const ElfW(Dyn) *entry = entries; names && entry->d_tag != DT_NULL && library->count < NEEDED_MAX; entry++) {
        void *needed = entry->d_tag == DT_NEEDED ? dlopen(names + entry->d_un.d_val, RTLD_NOW | RTLD_LOCAL) : NULL;
        if (needed) library->needed[library->count++] = needed;
    }
}

static struct library library_at(const char *path) {
    struct library library = {0, 0, {NULL}};
    struct stat seen;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    size_t size = file >= 0 && fstat(file, &seen) == 0 ? (size_t)seen.st_size : 0;
    char *image = size < sizeof(ElfW(Ehdr)) ? MAP_FAILED : mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (file >= 0) close(file);
    if (image == MAP_FAILED) return library;
    const ElfW(Ehdr) *head = (const void *)image;
    bool is_whole = !memcmp(image, ELFMAG, SELFMAG) && head->e_phoff < size && head->e_phnum <= (size - head->e_phoff) / sizeof(ElfW(Phdr));
    if (is_whole) read_library(image, &library);
    munmap(image, size);
    return library;
}

/* Where the first mapping above an address begins; 0 where that is not known. */
static uintptr_t mapped_above(uintptr_t address) {
    static char text[65536];
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    size_t size = 0;
    for (ssize_t more; (more = read(file, text + size, sizeof text - 1 - size)) > 0;) size += (size_t)more;
    close(file);
    text[size] = 0;
    for (const char *line = text; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        uintptr_t begin = (uintptr_t)strtoull(line, NULL, 16);
        if (begin > address) return begin;
    }
    return 0;
}

static void *take(uintptr_t place, size_t length) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (place ? MAP_FIXED_NOREPLACE : 0);
    return mmap((void *)place, length, PROT_NONE, flags, -1, 0);
}

/* Loads it below a place above the heap: the kernel looks for the highest place that is free, so those above are taken meanwhile, from that place to the
 * lowest library, and those between libraries that it would fit into. */
static void *load_as_program(const char *path) {
    struct library library = library_at(path);
    struct {
        void *place;
        size_t length;
    } taken[TAKEN_MAX];
    size_t count = 0;
    uintptr_t begin = ((uintptr_t)sbrk(0) + PROGRAM_ROOM) & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1), end = mapped_above(begin);
    size_t length = end > begin ? end - begin : 0;
    void *place = library.span && length ? take(begin, length) : MAP_FAILED;
    while (place != MAP_FAILED && (uintptr_t)place >= begin && count < TAKEN_MAX) {
        taken[count].place = place;
        taken[count++].length = length;
        length = library.span;
        place = take(0, length);
    }
    if (place != MAP_FAILED) munmap(place, length);
    void *loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    while (count--) munmap(taken[count].place, taken[count].length);
    /* What closes them would take away why it cannot be loaded. */
    while (loaded && library.count--) dlclose(library.needed[library.count]);
    return loaded;
}

/* Goes on as the program of another snippet, which finds the request in a file without a name. Does not return unless that fails. */
static void become(const char *program) {
    char descriptor[20];
    int file = memfd_create("request", 0);
    if (file >= 0 && write(file, request_as_read(), strlen(request_as_read())) > 0 && lseek(file, 0, SEEK_SET) == 0) {
        snprintf(descriptor, sizeof descriptor, "%d", file);
        fcntl(REQUESTS, F_SETFD, 0);
        fcntl(REPLIES, F_SETFD, 0);
        execl(program, program, descriptor, (char *)NULL);
    }
    reply_error("died", strerror(errno));
}
