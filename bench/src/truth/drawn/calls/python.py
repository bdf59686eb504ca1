import math, random
y, count, left = 1, 0, 0
def steps(n):
    global y
    z = y
    for i in range(int(n)): z = (z * 1664525 + 1013904223) & 0xffffffff
    y = z
    return z
def uniform(): return 1 - random.random()
def pick(when, dear, cheap): return dear if when else cheap
def counted():
    global count
    count += 1
    return count
def every(n): return counted() % n == 0
def chance(part): return uniform() < part
def first(dear, n): return (counted() - 1) % n < dear
def once(): return counted() == 1
def saw(n, least, more): return least + more * (counted() % n)
def exponential(mean): return -math.log(uniform()) * mean
def lognormal(middle, spread): return math.exp(random.gauss(middle, spread))
def after_gap(most, dear, cheap):
    global left
    now = cheap
    if left < 1:
        left = 1 + int(random.random() * most)
        now += dear
    left -= 1
    return now
lucky = place = None
def luck(low, high):
    global lucky
    if lucky is None: lucky = low if uniform() < 0.5 else high
    return lucky
def walk(middle, spread, keep):
    global place
    gauss = random.gauss(0, 1)
    place = gauss if place is None else keep * place + math.sqrt(1 - keep * keep) * gauss
    return math.exp(middle + spread * place)
def pareto(least, shape): return least * min(uniform() ** (-1 / shape), 1000)
def switching(n, dear, cheap):
    global left
    if uniform() < (0.5 if counted() == 1 else 1 / n): left = 1 - left
    return dear if left else cheap
