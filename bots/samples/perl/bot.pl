# A bot in Perl: one file, and nothing that does not come with Perl.
use strict;
use warnings;
use JSON::PP;
use List::Util qw(max);

my $RANKS = '45678JQKA239T';    # from weak to strong; both decks fit in
my $json = JSON::PP->new->utf8;
my ($avoid, $luck);             # of the game in progress

$| = 1;                         # flush, or the answer waits in a buffer
while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    my $type = $message->{type};
    last if $type eq 'quit';
    begin($message) if $type eq 'game';
    next unless defined $message->{id};
    my $answer = { id => $message->{id} };
    @$answer{qw(name version)} = ('sample', '1') if $type eq 'hello';
    $answer->{action} = choose($message) if $type eq 'act';
    print $json->encode($answer), "\n";
}

# Get ready: the message has the variant, its rules, the seat, the players, the seed and the clock.
sub begin {
    my ($game) = @_;
    $avoid = exists $game->{rules}{ace_of_bastoni};    # the reverse games: fewest points win
    $luck = $game->{seed} % 2147483646 + 1;
}

# One of `legal`.
sub choose {
    my ($act) = @_;
    my @legal = @{ $act->{legal} };
    my $decision = $act->{decision};
    my @cards = grep { length == 2 } @legal;           # a card is a rank and a suit, a word is longer
    return play(\@cards, [map { $_->[1] } @{ $act->{trick} }]) if $decision eq 'play';

    # a word: declare all there is, else the first, which is never the bold one
    return $decision eq 'declare' ? $legal[-1] : $legal[0] unless @cards;
    return $decision eq 'call' ? $cards[-1] : spare(@cards);
}

# Win as cheaply as can be, else give the weakest; or where points are bad, the strongest that does not win.
sub play {
    my ($cards, $trick) = @_;
    if (!@$trick) {
        my $suit = suit($cards->[chance(scalar @$cards)]);
        my @mine = grep { suit($_) eq $suit } @$cards;
        return $avoid ? $mine[0] : $mine[-1];
    }
    my $suit = suit($trick->[0]);
    my $best = max(map { strength($_) } grep { suit($_) eq $suit } @$trick);
    my (@winning, @losing);
    for my $card (@$cards) {
        push @{ suit($card) eq $suit && strength($card) > $best ? \@winning : \@losing }, $card;
    }
    return @winning && !($avoid && @losing) ? $winning[0] : spare(@losing);
}

# The card to be rid of.
sub spare {
    my ($found, @rest) = @_;
    for my $card (@rest) {
        $found = $card if $avoid ? strength($card) > strength($found) : strength($card) < strength($found);
    }
    return $found;
}

# A number below $count, always the same for the same seed.
sub chance {
    my ($count) = @_;
    $luck = $luck * 48271 % 2147483647;
    return $luck % $count;
}

sub suit     { return substr $_[0], 1, 1 }
sub strength { return index $RANKS, substr($_[0], 0, 1) }
