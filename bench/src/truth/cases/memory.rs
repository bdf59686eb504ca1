//! Memory: growth that begins anew now and then, freeing of much at once, pages that are touched for the first time, and what fills a cache.

use crate::truth::case::{Case, Class, Truth};

const GROWTH: &str = "growth";
const FREEING: &str = "freeing";
const FAULTS: &str = "page faults";
const CACHES: &str = "caches";

pub fn cases() -> Vec<Case> {
    [growth(), freeing(), faults(), caches()].into_iter().flatten().collect()
}

fn of(name: &str, class: Class, category: &'static str, a: &str, b: &str) -> Case {
    Case::new(name, class, category, [a, b], Truth::Loop)
}

fn of_kernel(name: &str, category: &'static str, a: &str, b: &str) -> Case {
    Case::new(name, Class::C, category, [a, b], Truth::LoopEachTime)
}

fn growth() -> Vec<Case> {
    vec![
        of(
            "perl-push",
            Class::Perl,
            GROWTH,
            "for my $i (1 .. 20) { push @list, $i } undef @list if @list >= 2000; 1",
            "for my $i (1 .. 20) { $list[$n++ % 2000] = $i } 1",
        )
        .with_period(100),
        of(
            "perl-hash",
            Class::Perl,
            GROWTH,
            "for (1 .. 10) { $table{$n++} = 1 } if ($n >= 3000) { undef %table; $n = 0 } 1",
            "for (1 .. 10) { $table{$n++} = 1 } $n = 0 if $n >= 3000; 1",
        )
        .with_period(300),
        of(
            "cpp-vector",
            Class::Cpp,
            GROWTH,
            "for (int i = 0; i < 100; i++) numbers.push_back(i);
             if (numbers.size() >= 10000) std::vector<int>().swap(numbers);
             return steps(200);",
            "if (numbers.capacity() == 0) numbers.reserve(10000);
             for (int i = 0; i < 100; i++) numbers.push_back(i);
             if (numbers.size() >= 10000) numbers.clear();
             return steps(300);",
        )
        .with_period(100),
        of(
            "cpp-string",
            Class::Cpp,
            GROWTH,
            "for (int i = 0; i < 10; i++) text.append(\"0123456789\");
             if (text.size() >= 50000) std::string().swap(text);
             return steps(300);",
            "for (int i = 0; i < 10; i++) text.append(\"0123456789\");
             if (text.size() >= 50000) text.clear();
             return steps(330);",
        )
        .with_period(500),
    ]
}

fn freeing() -> Vec<Case> {
    vec![
        of(
            "perl-freeing",
            Class::Perl,
            FREEING,
            "for (1 .. 10) { my $one = [1 .. 3]; } 1",
            "for (1 .. 10) { my $one = [1 .. 3]; push @list, $one } @list = () if @list >= 2000; 1",
        )
        .with_period(200),
        of(
            "c-freeing",
            Class::C,
            FREEING,
            "void *p = malloc(100); keep(p); free(p); return steps(100);",
            "static void *kept[2000];
             kept[count++ % 2000] = malloc(100);
             if (count % 2000 == 0) for (int i = 0; i < 2000; i++) free(kept[i]);
             return steps(100);",
        )
        .with_period(2_000),
    ]
}

/// Four mebibytes have 1,024 pages of the smallest size, and each of them is a fault.
fn faults() -> Vec<Case> {
    let seldom = "if (++count % 64 == 0) {
             char *p = mmap(0, 4 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
             madvise(p, 4 << 20, MADV_NOHUGEPAGE);
             memset(p, 1, 4 << 20);
             munmap(p, 4 << 20);
         }
         return steps(2000);";
    vec![
        of_kernel("c-faults-64", FAULTS, "return steps(24000);", seldom).with_period(64),
        of_kernel(
            "c-faults-malloc",
            FAULTS,
            "static char reused[1 << 20]; memset(reused, 1, sizeof reused); keep(reused); return steps(80000);",
            "char *p = malloc(1 << 20); memset(p, 1, 1 << 20); keep(p); free(p); return 1;",
        ),
    ]
}

/// What one of them has in its cache by itself, the other would have to leave there.
fn caches() -> Vec<Case> {
    let of_vector = |length: u64| {
        format!(
            "static std::vector<unsigned> many({length});
             for (int i = 0; i < 20; i++) {{ y = y * 1664525u + 1013904223u; many[(y >> 8) % {length}]++; }}
             return many[0];"
        )
    };
    let of_hash = |keys: u64| format!("$table{{$n++ % {keys}}} = 1; 1");
    let of = |name: &str, class, a: String, b: String| Case::new(name, class, CACHES, [a, b], Truth::LoopEachTime);
    vec![
        of("cpp-caches", Class::Cpp, of_vector(400_000), of_vector(4_000)),
        of("perl-caches", Class::Perl, of_hash(50), of_hash(50_000)).with_period(50_000),
    ]
}
