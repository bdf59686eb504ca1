static double left;
static inline double uniform(void) { return ((double)drawn() + 0.5) / 4294967296.0; }
static inline double pick(int when, double dear, double cheap) { return when ? dear : cheap; }
static inline int every(double n) { return ++count % (unsigned long)n == 0; }
#define chance(part) (uniform() < (part))
#define steps(cost) steps((long)(cost))
static inline int first(double dear, double n) { return (double)(count++ % (unsigned long)n) < dear; }
static inline int once(void) { return ++count == 1; }
static inline double saw(double n, double least, double more) { return least + more * (double)(++count % (unsigned long)n); }
static inline double exponential(double mean) { return -log(uniform()) * mean; }
static inline double gauss(void) { return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()); }
static inline double lognormal(double middle, double spread) { return exp(middle + spread * gauss()); }
static inline double after_gap(double most, double dear, double cheap) {
    double now = cheap;
    if (left < 1) { left = 1 + floor(uniform() * most); now += dear; }
    left -= 1;
    return now;
}
static double lucky, place;
static inline double luck(double low, double high) {
    if (lucky == 0) lucky = uniform() < 0.5 ? low : high;
    return lucky;
}
static inline double walk(double middle, double spread, double keep) {
    place = ++count == 1 ? gauss() : keep * place + sqrt(1 - keep * keep) * gauss();
    return exp(middle + spread * place);
}
static inline double pareto(double least, double shape) { return least * fmin(pow(uniform(), -1 / shape), 1000); }
static inline double switching(double n, double dear, double cheap) {
    if (uniform() < (++count == 1 ? 0.5 : 1 / n)) left = !left;
    return left ? dear : cheap;
}
