static int y = 1; static long count; static double left; static final Random random = new Random();
static int steps(double n) { int z = y; for (long i = (long) n; i > 0; i--) z = z * 1664525 + 1013904223; return y = z; }
static double uniform() { return 1 - random.nextDouble(); }
static double pick(boolean when, double dear, double cheap) { return when ? dear : cheap; }
static boolean every(double n) { return ++count % (long) n == 0; }
static boolean chance(double part) { return uniform() < part; }
static boolean first(double dear, double n) { return count++ % (long) n < dear; }
static boolean once() { return ++count == 1; }
static double saw(double n, double least, double more) { return least + more * (++count % (long) n); }
static double exponential(double mean) { return -Math.log(uniform()) * mean; }
static double gauss() { return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(6.283185307179586 * uniform()); }
static double lognormal(double middle, double spread) { return Math.exp(middle + spread * gauss()); }
static double after_gap(double most, double dear, double cheap) {
    double now = cheap;
    if (left < 1) { left = 1 + Math.floor(random.nextDouble() * most); now += dear; }
    left -= 1;
    return now;
}
static double lucky, place;
static double luck(double low, double high) { return lucky = lucky == 0 ? pick(uniform() < 0.5, low, high) : lucky; }
static double walk(double middle, double spread, double keep) {
    place = ++count == 1 ? gauss() : keep * place + Math.sqrt(1 - keep * keep) * gauss();
    return Math.exp(middle + spread * place);
}
static double pareto(double least, double shape) { return least * Math.min(Math.pow(uniform(), -1 / shape), 1000); }
static double switching(double n, double dear, double cheap) {
    if (uniform() < (++count == 1 ? 0.5 : 1 / n)) left = 1 - left;
    return left > 0 ? dear : cheap;
}
