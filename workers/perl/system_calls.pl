# The numbers of system calls.
package Cmpthese::Host;

BEGIN { $^H |= 0x602; ${^WARNING_BITS} = '' }    # use strict; no warnings: without their modules

our %number = system_call_numbers();

# Of machines whose numbers have 64 bits: by what the program of perl itself says of the machine that it is for (e_machine of ELF),
# because Config takes long to load.
sub system_call_numbers {
    my %numbers = (
        62  => { read => 0,  madvise => 28,  close => 3,  getrusage => 98,  clock_gettime => 228, clone => 56,  prctl => 157 },    # x86-64
        183 => { read => 63, madvise => 233, close => 57, getrusage => 165, clock_gettime => 113, clone => 220, prctl => 167 },    # arm64
        243 => { read => 63, madvise => 233, close => 57, getrusage => 165, clock_gettime => 113, clone => 220, prctl => 167 },    # riscv64
        21  => { read => 3,  madvise => 205, close => 6,  getrusage => 77,  clock_gettime => 246, clone => 120, prctl => 171 },    # ppc64
        22  => { read => 3,  madvise => 219, getrusage => 77,  clock_gettime => 260 },    # s390x, whose clone takes its arguments in another order
    );
    my ($of_64_bits, $machine) = program_header();
    return %{ $^O eq 'linux' && $of_64_bits && $numbers{$machine} || {} };
}

# Whether the program that runs is one of ELF with 64 bits, and for which machine.
sub program_header {
    my $header = '';
    if (open my $program, '<:raw', '/proc/self/exe') { sysread $program, $header, 20 }
    return if length $header != 20;
    my ($magic, $class, $machine) = unpack 'a4 C x13 S', $header;
    return ($magic eq "\x7fELF" && $class == 2, $machine);
}
