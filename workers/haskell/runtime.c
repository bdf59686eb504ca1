/* Between the host of C and what GHC makes of a snippet: the start of its runtime, and where the parameters lie. */
#include "cmpthese.h"
#include "Rts.h"

extern void cmpthese_hs_setup(void), cmpthese_hs_variant_setup(void), cmpthese_hs_teardown(void);
extern void cmpthese_hs_code(void), cmpthese_hs_repeat(HsInt64), cmpthese_hs_answer(void *);
extern void cmpthese_hs_before_each(void) __attribute__((weak)); /* not every snippet has one */

const struct cmpthese_host *cmpthese_host;

typedef int64_t cmpthese_whole;
typedef double cmpthese_number;
typedef bool cmpthese_truth;
typedef const char *cmpthese_text;

@definitions@

const struct cmpthese_constant cmpthese_constants[] = {
@table@
    {0, 0, 0},
};

void cmpthese_caught(const char *file, int line, const char *message) { cmpthese_host->caught(*file ? file : NULL, line, message); }

/* Whether GHCRTS asks for the times of collections. */
static bool always_counts;

/* No timer: it would wake a thread a hundred times a second, beside what is timed. GHCRTS goes on from there. */
static void start(void) {
    static char name[] = "snippet", *words[] = {name, NULL}, **all = words;
    int count = 1;
    RtsConfig config = defaultRtsConfig;
    config.rts_opts_enabled = RtsOptsAll;
    config.rts_opts = "-V0";
    hs_init_ghc(&count, &all, config);
    always_counts = RtsFlags.GcFlags.giveStats != NO_GC_STATS;
}

static void repeat(uint64_t iterations) { cmpthese_hs_repeat((HsInt64)iterations); }

/* GHC counts where it takes times (-T), which makes a collection some 2 µs longer: so it does in batches that are counted alone. */
static void collected(uint64_t counted[2], bool counts_from_now) {
    RTSStats stats;
    getRTSStats(&stats);
    counted[0] = stats.gcs;
    counted[1] = (uint64_t)stats.gc_elapsed_ns;
    if (!always_counts) RtsFlags.GcFlags.giveStats = counts_from_now ? COLLECT_GC_STATS : NO_GC_STATS;
}

static struct cmpthese_answer answer(void) {
    struct cmpthese_answer told;
    cmpthese_hs_answer(&told);
    return told;
}

const struct cmpthese_snippet cmpthese_snippet = {
    cmpthese_hs_setup, cmpthese_hs_variant_setup, cmpthese_hs_code, answer, cmpthese_hs_teardown, NULL,
    cmpthese_hs_before_each,
};

const struct cmpthese_runtime cmpthese_runtime = {
    &cmpthese_snippet, cmpthese_constants, &cmpthese_host, start, repeat, hs_perform_gc, collected,
};
