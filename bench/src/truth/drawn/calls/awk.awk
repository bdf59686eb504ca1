# By itself mawk draws the same numbers in all processes of a second, and with all seeds from 2^31 on.
BEGIN { "od -An -N3 -tu4 /dev/urandom" | getline seed; srand(seed + 0) }
function steps(n,    z, i) {
    z = y
    for (i = int(n); i > 0; i--) z = (z * 1664525 + 1013904223) % 4294967296
    y = z
}
function uniform() { return 1 - rand() }
function pick(when, dear, cheap) { return when ? dear : cheap }
function every(n) { return ++count % n == 0 }
function chance(part) { return uniform() < part }
function first(dear, n) { return count++ % n < dear }
function once() { return ++count == 1 }
function saw(n, least, more) { return least + more * (++count % n) }
function exponential(mean) { return -log(uniform()) * mean }
function lognormal(middle, spread) { return exp(middle + spread * sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform())) }
function after_gap(most, dear, cheap,    now) {
    now = cheap
    if (left < 1) { left = 1 + int(rand() * most); now += dear }
    left -= 1
    return now
}
