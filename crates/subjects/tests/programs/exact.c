/* Uses exactly what its arguments say: minor faults, reads and writes of so many bytes. Nothing else of it grows with them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int count, char **arguments)
{
    if (count < 5)
        return 2;
    size_t pages = strtoul(arguments[1], 0, 10), reads = strtoul(arguments[2], 0, 10);
    size_t writes = strtoul(arguments[3], 0, 10), size = strtoul(arguments[4], 0, 10);
    size_t page = sysconf(_SC_PAGESIZE);
    static char block[1 << 16];
    int zero = open("/dev/zero", O_RDONLY), null = open("/dev/null", O_WRONLY);
    char *memory = mmap(0, (pages + 1) * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (zero < 0 || null < 0 || memory == MAP_FAILED || size > sizeof block)
        return 1;
    madvise(memory, (pages + 1) * page, MADV_NOHUGEPAGE); /* a huge page would be one fault for many */
    for (size_t place = 0; place < sizeof block; place += page)
        block[place] = 1; /* whatever the size of a read, the block has been touched */
    for (size_t number = 0; number < pages; number++)
        memory[number * page] = 1;
    while (reads--)
        if (read(zero, block, size) != (ssize_t)size)
            return 1;
    while (writes--)
        if (write(null, block, size) != (ssize_t)size)
            return 1;
    return 0;
}
