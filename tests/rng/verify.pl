#!/usr/bin/perl
# A third verifier of shoes and draws (bundles of versions 3 and 4), from docs/chance-protocol.md alone.
# Perl's core modules only. Not checked are the beacon's BLS signature, and that it opens locked secrets: that
# needs pairings.
#   verify.pl BUNDLE.json…       says of each whether it is right
#   verify.pl --lines            reads a bundle a line, writes a line: "ok", or "wrong: " and why
#   verify.pl --receipts         the same of three lines each: a bundle, a secret with its receipts, and the whole
#                                log, or nothing; "dropped" and "unlisted" convict the house
#   verify.pl --vectors FILE     recomputes docs/chance-vectors.json, and names what is not the same
use v5.26;
use warnings;
use Digest::SHA qw(sha256 sha512 hmac_sha256 hmac_sha512);
use Encode qw(decode encode FB_CROAK);
use Math::BigInt try => 'GMP,FastCalc';
use MIME::Base64 qw(encode_base64 decode_base64);

sub wrong { die { why => join ' ', @_ } }

# --- JSON: a text is a plain scalar, a whole number an Int, a list and an object are references.

package Int { sub of { bless \(my $n = $_[1]), $_[0] } }
package Word { sub of { bless \(my $w = $_[1]), $_[0] } }    # true, false, null
my %WORD = map { $_ => Word->of($_) } qw(true false null);
my %ESCAPE = ('"' => '"', '\\' => '\\', '/' => '/', b => "\b", f => "\f", n => "\n", r => "\r", t => "\t");

sub parse {
    my ($bytes) = @_;
    my $text = eval { decode('UTF-8', my $copy = $bytes, FB_CROAK) } // wrong('not UTF-8');
    pos($text) = 0;
    my $value = value(\$text, 0);
    $text =~ /\G[ \t\r\n]*\z/gc or wrong('not JSON');
    return $value;
}

sub value {
    my ($in, $depth) = @_;
    wrong('nested too deeply') if $depth > 50;
    $$in =~ /\G[ \t\r\n]+/gc;
    return text($in) if $$in =~ /\G"/gc;
    if ($$in =~ /\G(-?(?:0|[1-9][0-9]{0,15}))(?![0-9.eE])/gc) {
        wrong('a number') if $1 eq '-0' || abs($1) >= 2**53;
        return Int->of(0 + $1);
    }
    return $WORD{$1} if $$in =~ /\G(true|false|null)/gc;
    if ($$in =~ /\G\[/gc) {
        my @list;
        return \@list if $$in =~ /\G[ \t\r\n]*\]/gc;
        do { push @list, value($in, $depth + 1) } while $$in =~ /\G[ \t\r\n]*,/gc;
        $$in =~ /\G[ \t\r\n]*\]/gc or wrong('not JSON');
        return \@list;
    }
    $$in =~ /\G\{/gc or wrong('not JSON');
    my %object;
    return \%object if $$in =~ /\G[ \t\r\n]*\}/gc;
    do {
        $$in =~ /\G[ \t\r\n]*"/gc or wrong('not JSON');
        my $name = text($in);
        $$in =~ /\G[ \t\r\n]*:/gc or wrong('not JSON');
        wrong('a name twice, or not ASCII') if exists $object{$name} || $name =~ /[^\x00-\x7f]/;
        $object{$name} = value($in, $depth + 1);
    } while $$in =~ /\G[ \t\r\n]*,/gc;
    $$in =~ /\G[ \t\r\n]*\}/gc or wrong('not JSON');
    return \%object;
}

sub text {
    my ($in) = @_;
    my $found = '';
    until ($$in =~ /\G"/gc) {
        if ($$in =~ /\G([^"\\\x00-\x1f]+)/gc) { $found .= $1 }
        elsif ($$in =~ m{\G\\(["\\/bfnrt])}gc) { $found .= $ESCAPE{$1} }
        elsif ($$in =~ /\G\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/gc) {
            $found .= chr(0x10000 + ((hex($1) - 0xd800) << 10) + hex($2) - 0xdc00);
        }
        elsif ($$in =~ /\G\\u((?![dD][89a-fA-F])[0-9a-fA-F]{4})/gc) { $found .= chr hex $1 }
        else { wrong('not JSON') }
    }
    return $found;
}

my %SHORT = ('"' => '\\"', '\\' => '\\\\', "\b" => '\\b', "\f" => '\\f', "\n" => '\\n', "\r" => '\\r', "\t" => '\\t');

sub canonical { return encode('UTF-8', written($_[0])) }

sub written {
    my ($value) = @_;
    my $kind = ref $value;
    return "$$value" if $kind eq 'Int' || $kind eq 'Word';
    return '[' . join(',', map { written($_) } @$value) . ']' if $kind eq 'ARRAY';
    if ($kind eq 'HASH') {
        wrong('a name that is not ASCII') if grep { /[^\x00-\x7f]/ } keys %$value;
        return '{' . join(',', map { quoted($_) . ':' . written($value->{$_}) } sort keys %$value) . '}';
    }
    return quoted($value);
}

sub quoted {
    my ($text) = @_;
    $text =~ s/(["\\\x00-\x1f])/$SHORT{$1} \/\/ sprintf('\\u%04x', ord $1)/ge;
    return "\"$text\"";
}

# --- shapes of values

sub fields {
    my ($value, $where, @names) = @_;
    wrong($where) unless ref $value eq 'HASH' && join(' ', sort keys %$value) eq join(' ', sort @names);
    return $value;
}
sub list { my ($value, $where) = @_; wrong($where) unless ref $value eq 'ARRAY'; return @$value }
sub number {
    my ($value, $where, $least, $most) = @_;
    wrong($where) unless ref $value eq 'Int' && $$value >= $least && (!defined $most || $$value <= $most);
    return $$value;
}
sub like {
    my ($value, $where, $pattern) = @_;
    wrong($where) unless !ref $value && $value =~ /\A(?:$pattern)\z/;
    return $value;
}
sub bytes { my ($value, $where, $n) = @_; return pack 'H*', like($value, $where, '[0-9a-f]{' . 2 * $n . '}') }
sub is_null { return ref $_[0] eq 'Word' && ${ $_[0] } eq 'null' }
sub base64 {
    my ($text, $where) = @_;
    wrong($where) if ref $text;
    my $found = $text =~ m{\A[A-Za-z0-9+/]*=*\z} ? decode_base64($text) : '';
    wrong($where) unless encode_base64($found, '') eq $text;
    return $found;
}
my $UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
my $WORDS = '[\x00-\x7f]+';
my $LOCK = '[0-9a-f]{320}(?:[0-9a-f]{4})?';

# --- hashes

sub u16 { return pack 'n', $_[0] }
sub u32 { return pack 'N', $_[0] }
sub u64 { return pack 'Q>', $_[0] }
sub prefixed { return join '', map { u64(length) . $_ } @_ }
sub h { return sha256(prefixed(@_)) }
sub h512 { return sha512(prefixed(@_)) }
sub hkdf {
    my ($secret, $salt, $info) = @_;
    return substr hmac_sha512("$info\x01", hmac_sha512($secret, $salt)), 0, 32;
}

# --- the tree of RFC 6962

sub node { return sha256("\x01$_[0]$_[1]") }
sub tree {
    my @row = @_;
    return $row[0] if @row == 1;
    my $split = 1;
    $split *= 2 while $split * 2 < @row;
    return node(tree(@row[0 .. $split - 1]), tree(@row[$split .. $#row]));
}
sub included {
    my ($leaf, $index, $size, @proof) = @_;
    my ($at, $last) = ($index, $size - 1);
    for my $sibling (@proof) {
        return '' if $last == 0 || length $sibling != 32;
        if ($at % 2 || $at == $last) {
            $leaf = node($sibling, $leaf);
            until ($at % 2 || $at == 0) { $at >>= 1; $last >>= 1 }
        }
        else { $leaf = node($leaf, $sibling) }
        $at >>= 1;
        $last >>= 1;
    }
    return $last == 0 ? $leaf : '';
}
sub consistent {
    my ($first, $second, $old, $new, @proof) = @_;
    return !@proof && $old eq $new if $first == $second;
    return 0 unless @proof;
    unshift @proof, $old if ($first & ($first - 1)) == 0;
    my ($at, $last) = ($first - 1, $second - 1);
    while ($at % 2) { $at >>= 1; $last >>= 1 }
    my $was = my $now = shift @proof;
    for my $sibling (@proof) {
        return 0 if $last == 0;
        if ($at % 2 || $at == $last) {
            ($was, $now) = (node($sibling, $was), node($sibling, $now));
            until ($at % 2 || $at == 0) { $at >>= 1; $last >>= 1 }
        }
        else { $now = node($now, $sibling) }
        $at >>= 1;
        $last >>= 1;
    }
    return $last == 0 && $was eq $old && $now eq $new;
}

# --- HMAC_DRBG (SP 800-90A, 10.1.2) with SHA-512, and what is drawn from it

package Generator {
    use Digest::SHA qw(hmac_sha512);
    sub new {
        my ($class, $tags, $header, $seed) = @_;
        my $hh = main::h("$tags/header", main::canonical($header));
        my $self = bless {
            key => "\x00" x 64, v => "\x01" x 64, seed => $seed, used => 64, words => [], rejected => 0,
        }, $class;
        $self->update(substr($seed, 0, 64) . main::h("$tags/nonce", $hh) . $hh);
        return $self;
    }
    sub update {
        my ($self, $given) = @_;
        for my $round ($given eq '' ? ("\x00") : ("\x00", "\x01")) {
            $self->{key} = hmac_sha512($self->{v} . $round . $given, $self->{key});
            $self->{v} = hmac_sha512($self->{v}, $self->{key});
        }
    }
    sub reseed {
        my ($self, $mix) = @_;
        $self->update(substr($self->{seed}, $self->{used}, 64) . $mix);
        $self->{used} += 64;
        $self->{words} = [];
    }
    sub request {
        my ($self, $length) = @_;
        my $found = '';
        while (length $found < $length) { $found .= $self->{v} = hmac_sha512($self->{v}, $self->{key}) }
        $self->update('');
        return substr $found, 0, $length;
    }
    sub below {
        my ($self, $m) = @_;
        while (1) {
            $self->{words} = [unpack 'N*', $self->request(208)] unless @{ $self->{words} };
            my $x = shift @{ $self->{words} };
            return $x % $m if $x < int(2**32 / $m) * $m;
            $self->{rejected}++;
        }
    }
}

sub shuffled {
    my ($generator, $mix, @cards) = @_;
    my $drawn = 0;
    for my $i (reverse 1 .. $#cards) {
        $generator->reseed($mix) if $drawn++ % 52 == 0;
        my $j = $generator->below($i + 1);
        @cards[$i, $j] = @cards[$j, $i];
    }
    return @cards;
}
sub dealers_cut {
    my ($tags, $mix, $from, $to) = @_;
    my $m = $to - $from + 1;
    for (my $block = 0;; $block++) {
        for my $x (unpack 'N*', h512("$tags/cut", $mix, u64($block))) {
            return $from + $x % $m if $x < int(2**32 / $m) * $m;
        }
    }
}
sub leaves {
    my ($tags, $seed, $promise, @cards) = @_;
    my $key = hkdf($seed, $promise, "$tags/salts");
    return map { sha256("\x00" . u32($_) . chr($cards[$_]) . hmac_sha256(u32($_), $key)) } 0 .. $#cards;
}

# --- Ed25519 (RFC 8032, 5.1.7): extended coordinates, each ten limbs of 26 bits, which may be negative

my ($P, $L, $D, $BASE, %POINT, %SMALL);
sub big { return Math::BigInt->from_hex(unpack 'H*', scalar reverse $_[0]) }
sub limbs {
    my $bits = sprintf '%0260s', substr $_[0]->as_bin, 2;
    return [map { oct '0b' . substr $bits, 260 - 26 * $_, 26 } 1 .. 10];
}
sub whole {
    my $sum = Math::BigInt->new(0);
    $sum = $sum * 2**26 + $_ for reverse @{ $_[0] };
    return $sum % $P;
}
sub product {
    use integer;
    my ($p, $q) = @_;
    my ($q0, $q1, $q2, $q3, $q4, $q5, $q6, $q7, $q8, $q9) = @$q;
    my @c = (0) x 20;
    for my $i (0 .. 9) {
        my $x = $p->[$i];
        $c[$i] += $x * $q0;
        $c[$i + 1] += $x * $q1;
        $c[$i + 2] += $x * $q2;
        $c[$i + 3] += $x * $q3;
        $c[$i + 4] += $x * $q4;
        $c[$i + 5] += $x * $q5;
        $c[$i + 6] += $x * $q6;
        $c[$i + 7] += $x * $q7;
        $c[$i + 8] += $x * $q8;
        $c[$i + 9] += $x * $q9;
    }
    for my $i (0 .. 18) { $c[$i + 1] += $c[$i] >> 26; $c[$i] &= 0x3ffffff }
    # 2^260 is 608 modulo 2^255 - 19.
    $c[$_] += 608 * $c[$_ + 10] for 0 .. 9;
    for my $round (1, 2) {
        for my $i (0 .. 8) { $c[$i + 1] += $c[$i] >> 26; $c[$i] &= 0x3ffffff }
        $c[0] += 608 * ($c[9] >> 26);
        $c[9] &= 0x3ffffff;
    }
    return [@c[0 .. 9]];
}
sub y_of { my ($given) = @_; substr($given, 31, 1) = chr(ord(substr $given, 31, 1) & 127); return big($given)->bstr }
sub minus { my ($p, $q) = @_; return [map { $p->[$_] - $q->[$_] } 0 .. 9] }
sub add { my ($p, $q) = @_; return [map { $p->[$_] + $q->[$_] } 0 .. 9] }
sub curve {
    return if $P;
    $P = Math::BigInt->new(2)->bpow(255)->bsub(19);
    $L = Math::BigInt->new(2)->bpow(252)->badd('27742317777372353535851937790883648493');
    my $d = (Math::BigInt->new(121666)->bmodinv($P) * -121665) % $P;
    $D = limbs($d);
    my $eighth = Math::BigInt->new('2707385501144840649318225287225658788936804267575313519463743609750303402022');
    $SMALL{$_} = 1 for 0, 1, $P - 1, $eighth, $P - $eighth;
    my $y = (Math::BigInt->new(5)->bmodinv($P) * 4) % $P;
    $BASE = point(scalar reverse pack 'H*', sprintf '%064s', substr $y->as_hex, 2);
}
sub point {
    my ($given) = @_;
    my $sign = ord(substr $given, 31, 1) >> 7;
    substr($given, 31, 1) = chr(ord(substr $given, 31, 1) & 127);
    my $y = big($given);
    return if $y >= $P;
    my $square = (($y * $y - 1) * (whole($D) * $y * $y + 1)->bmodinv($P)) % $P;
    my $x = $square->copy->bmodpow(($P + 3) / 8, $P);
    $x = ($x * Math::BigInt->new(2)->bmodpow(($P - 1) / 4, $P)) % $P if ($x * $x - $square) % $P != 0;
    return if ($x * $x - $square) % $P != 0 || ($x == 0 && $sign);
    $x = $P - $x if ($x % 2) != $sign;
    return [map { limbs($_ % $P) } $x, $y, Math::BigInt->new(1), $x * $y];
}
sub plus {
    my ($p, $q) = @_;
    my $a = product(minus($p->[1], $p->[0]), minus($q->[1], $q->[0]));
    my $b = product(add($p->[1], $p->[0]), add($q->[1], $q->[0]));
    my $c = product(product($p->[3], $q->[3]), $D);
    my $d = product($p->[2], $q->[2]);
    my ($e, $f, $g, $i) = (minus($b, $a), minus(add($d, $d), add($c, $c)), add(add($d, $d), add($c, $c)), add($b, $a));
    return [product($e, $f), product($g, $i), product($f, $g), product($e, $i)];
}
sub is_signed {
    my ($public, $signature, $message) = @_;
    return 0 unless length $public == 32 && length $signature == 64;
    curve();
    return 0 if $SMALL{ y_of($public) } || $SMALL{ y_of(substr $signature, 0, 32) };
    my $s = big(substr $signature, 32);
    my $a = $POINT{$public} //= point($public) || return 0;
    return 0 unless $s < $L;
    my $k = big(sha512(substr($signature, 0, 32) . $public . $message)) % $L;
    # [s]B - [k]A must be written as R is; both multiples in one pass.
    my $none = [(0) x 10];
    my $negative = [minus($none, $a->[0]), $a->[1], $a->[2], minus($none, $a->[3])];
    my @add = (undef, $BASE, $negative, plus($BASE, $negative));
    my ($s2, $k2) = map { sprintf '%0253s', substr $_->as_bin, 2 } $s, $k;
    my $sum = [map { limbs(Math::BigInt->new($_)) } 0, 1, 1, 0];
    for my $at (0 .. 252) {
        $sum = plus($sum, $sum);
        my $which = substr($s2, $at, 1) + 2 * substr($k2, $at, 1);
        $sum = plus($sum, $add[$which]) if $which;
    }
    my $inverse = whole($sum->[2])->bmodinv($P);
    my ($x, $y) = map { (whole($_) * $inverse) % $P } @$sum[0, 1];
    my $written = reverse pack 'H*', sprintf '%064s', substr $y->as_hex, 2;
    substr($written, 31, 1) = chr(ord(substr $written, 31, 1) | ($x % 2 == 1 ? 128 : 0));
    return $written eq substr $signature, 0, 32;
}

# --- the log

my %CHECKED;
sub checkpoint_signed {
    my ($public, $signature, $message) = @_;
    return $CHECKED{ join '|', $public, $signature, $message } //= is_signed($public, $signature, $message) ? 1 : 0;
}

sub checkpoint {
    my ($note, $key) = @_;
    like($key, 'key', '[^+\x00-\x20\x7f]{1,200}\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+');
    my ($name, $id, $rest) = split /\+/, $key, 3;
    my $public = base64($rest, 'key');
    my $id_of = substr sha256(encode('UTF-8', $name) . "\n$public"), 0, 4;
    wrong('key') unless length $public == 33 && ord $public == 1 && unpack('H*', $id_of) eq $id;
    wrong('checkpoint') if ref $note;
    my ($text, $signer, $signed) = $note =~ /\A(.*\n)\n\x{2014} ([^ \n]+) ([^ \n]+)\n\z/s or wrong('checkpoint');
    my ($origin, $size, $root, $previous, $time) = $text =~
        /\A([^\n]+)\n([1-9][0-9]{0,15})\n([^\n]+)\n(?:previous ([^\n]+)\n)?time (0|[1-9][0-9]{0,15})\n\z/
        or wrong('checkpoint');
    wrong('checkpoint') unless $origin eq $name && $signer eq $name;
    wrong('checkpoint') if $size >= 2**53 || $time >= 2**53 || (defined $previous) == ($size == 1);
    wrong('checkpoint') if defined $previous && length base64($previous, 'checkpoint') != 32;
    my $signature = base64($signed, 'checkpoint');
    wrong('signature') unless length $signature == 68 && substr($signature, 0, 4) eq $id_of;
    return {
        origin => $origin, size => $size, root => base64($root, 'checkpoint'), time => $time,
        check => sub {
            checkpoint_signed(substr($public, 1), substr($signature, 4), encode('UTF-8', $text)) or wrong('signature');
        },
    };
}

sub logged {
    my ($log, $subject) = @_;
    my $locks = ref $log eq 'HASH' && exists $log->{locked};
    fields($log, 'log', qw(checkpoint entries key), $locks ? 'locked' : ());
    my $signed = checkpoint($log->{checkpoint}, $log->{key});
    my ($before, $first, $held, @told) = (-1);
    for my $each (list($log->{entries}, 'entries')) {
        fields($each, 'entries', qw(entry index proof));
        my $index = number($each->{index}, 'index', $before + 1, $signed->{size} - 1);
        $before = $index;
        $first //= $index;
        wrong('entry') if ref $each->{entry};
        my $text = encode('UTF-8', $each->{entry});
        my @proof = map { base64($_, 'proof') } list($each->{proof}, 'proof');
        wrong('inclusion') unless included(sha256("\x00$text"), $index, $signed->{size}, @proof) eq $signed->{root};
        my $entry = fields(parse($text), 'entry', qw(facts id kind log subject));
        wrong('entry is not canonical') unless canonical($entry) eq $text;
        like($entry->{kind}, 'kind', '[a-z]+');
        wrong('entry') unless $entry->{log} eq 'sabot-log/1' && $entry->{subject} eq $subject;
        wrong('entry') unless $entry->{id} eq "$subject:$entry->{kind}";
        push @told, [$entry->{kind}, $entry->{facts}];
        next unless $entry->{kind} eq 'locked';
        my $ends = fields($log->{locked}, 'locked', qw(checkpoint key proof));
        $held = checkpoint($ends->{checkpoint}, $ends->{key});
        wrong('locked') unless $held->{size} == $index + 1 && $held->{origin} eq $signed->{origin};
        wrong('locked') unless $held->{time} <= $signed->{time};
        my @ends = map { base64($_, 'proof') } list($ends->{proof}, 'proof');
        wrong('inclusion') unless included(sha256("\x00$text"), $index, $held->{size}, @ends) eq $held->{root};
    }
    wrong('locked') unless !$locks == !$held;
    wrong('the checkpoint is not the one after reveal') unless $signed->{size} == $before + 1;
    @$signed{qw(first held)} = ($first, $held);
    return ($signed, @told);
}

# --- what both have

my $QUICKNET = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971';
sub round_time { return (1692803367 + ($_[0] - 1) * 3) * 1000 }

sub common {
    my ($header) = @_;
    wrong('mechanism') if ref $header->{mechanism} || $header->{mechanism} ne 'HMAC_DRBG SHA-512';
    like($header->{instance}, 'instance', '[0-9a-f]{32}');
    like($header->{$_}, $_, $WORDS) for qw(table game rules);
    number($header->{sequence}, 'sequence', 1);
    like($header->{report}, 'report', '(?!0{64})[0-9a-f]{64}');
    like($header->{beacon}, 'beacon', "none|$QUICKNET");
    return unless exists $header->{opening};
    like($header->{opening}, 'opening', 'timelock');
    wrong('opening') if $header->{beacon} eq 'none' || $header->{contributions} eq 'none';
}

# The stages of a list, each with those before.
sub stages {
    my ($header) = @_;
    return ('') unless gathers($header);
    my $locked = exists $header->{opening} ? 'contributions locked ' : 'contributions ';
    return ('', 'contributions ', (exists $header->{opening} ? $locked : ()), $locked . 'opened ');
}

sub gathers { return $_[0]{contributions} ne 'none' || $_[0]{beacon} ne 'none' }

# Checks the lists; returns seat => secret of those opened.
sub contributed {
    my ($tags, $id, $header, $facts, $held) = @_;
    my $list = $facts->{contributions} or return {};
    fields($list, 'contributions', qw(at beacon_round cutter hashes));
    my $at = number($list->{at}, 'at', 0);
    my $round = number($list->{beacon_round}, 'beacon_round', 0, 2**40);
    wrong('beacon_round') if $round && ($header->{beacon} eq 'none' || round_time($round) < $at + 6000);
    my ($before, %hash) = (0);
    for my $each (list($list->{hashes}, 'hashes')) {
        fields($each, 'hashes', qw(hash seat));
        $before = number($each->{seat}, 'seat', $before + 1, 65535);
        $hash{$before} = bytes($each->{hash}, 'hash', 32);
    }
    wrong('hashes') if %hash && $header->{contributions} eq 'none';
    my $cutter = number($list->{cutter}, 'cutter', 0);
    wrong('cutter') if $cutter && !($hash{$cutter} && $header->{cut_to} && ${ $header->{cut_to} });
    my $locked = $facts->{locked};
    my %locked;
    if (exists $header->{opening}) {
        wrong('beacon_round') unless $round;
        if ($locked) {
            fields($locked, 'locked', qw(at locked));
            my $last = 0;
            for my $each (list($locked->{locked}, 'locked')) {
                fields($each, 'locked', qw(locked seat));
                $last = number($each->{seat}, 'seat', $last + 1, 65535);
                like($each->{locked}, 'locked', $LOCK);
                wrong('locked') unless $hash{$last};
                $locked{$last} = 1;
            }
            wrong('locked') unless ${ $locked->{at} } <= $held->{time};
            wrong('locked') if %locked && $held->{time} >= round_time($round);
            $held->{check}->();
        }
    }
    my $open = $facts->{opened} or return {};
    fields($open, 'opened', qw(at by cut opened withheld));
    my $by = number($open->{by}, 'by', 0);
    my $cut = number($open->{cut}, 'cut', 0, 65535);
    my %secret;
    $before = 0;
    for my $each (list($open->{opened}, 'opened')) {
        fields($each, 'opened', qw(seat secret));
        $before = number($each->{seat}, 'seat', $before + 1);
        $secret{$before} = bytes($each->{secret}, 'secret', 32);
        wrong('locked') if exists $header->{opening} && !$locked{$before};
        my @cut = $before == $cutter ? (u16($cut)) : ();
        wrong('contribution') unless ($hash{$before} // '') eq h("$tags/contribution", $id, u16($before), $secret{$before}, @cut);
    }
    my %withheld;
    $before = 0;
    for my $each (list($open->{withheld}, 'withheld')) {
        $before = number($each, 'withheld', $before + 1);
        $withheld{$before} = 1;
    }
    my $seats = join ' ', sort { $a <=> $b } keys %secret, keys %withheld;
    wrong('seats') unless $seats eq join ' ', sort { $a <=> $b } keys %hash;
    wrong('by') unless $by == ($cutter && $secret{$cutter} ? $cutter : 0);
    wrong('cut') unless $by ? $cut >= ${ $header->{cut_from} } && $cut <= ${ $header->{cut_to} } : $cut == 0;
    return \%secret;
}

sub beacon {
    my ($said, $facts) = @_;
    my $locked = exists $facts->{commitment}{header}{opening};
    return '' if is_null($said) && !$locked;
    fields($said, 'beacon', qw(randomness round signature));
    my $round = $facts->{contributions} ? ${ $facts->{contributions}{beacon_round} } : 0;
    wrong('beacon') unless $round && ($locked || ${ $facts->{opened}{at} } < round_time($round));
    wrong('beacon') unless number($said->{round}, 'beacon', 1) == $round;
    my $randomness = bytes($said->{randomness}, 'randomness', 32);
    wrong('beacon') unless $randomness eq sha256(bytes($said->{signature}, 'signature', 48));
    return $randomness;
}

sub mix {
    my ($tags, $promise, $beacon, $contributions, $secrets) = @_;
    my @seats = $contributions eq 'full' ? sort { $a <=> $b } keys %$secrets : ();
    return h512("$tags/mix", $promise, $beacon, map { (u16($_), $secrets->{$_}) } @seats);
}

sub withdrawn_why {
    my ($facts) = @_;
    number($facts->{by}, 'by', 0);
    like($facts->{code}, 'code', '[a-z_]{1,16}');
}

sub ordered_in_time {
    my ($signed, @told) = @_;
    my $before = 0;
    for my $each (@told) {
        my ($kind, $facts) = @$each;
        $before = number($facts->{at}, "at of $kind", $before, $signed->{time}) if exists $facts->{at};
    }
}

# Checks promise and log, whose kinds must fit one of the patterns; returns tags, id, facts by kind and the rest.
sub promised {
    my ($bundle, $what, $seed, @stories) = @_;
    my $header = $bundle->{header};
    my $tags = "sabot-$what/2";
    my $promise = h("$tags/commitment", canonical($header), $seed);
    wrong('commitment') unless bytes($bundle->{commitment}, 'commitment', 32) eq $promise;
    my ($signed, @told) = logged($bundle->{log}, "$what:$header->{$what}");
    my $kinds = join ' ', map { $_->[0] } @told;
    wrong('order of the entries') unless grep { $kinds eq $_ } @stories;
    my %facts = map { @$_ } @told;
    ref $_ eq 'HASH' or wrong('facts') for values %facts;
    ordered_in_time($signed, @told);
    my $first = fields($facts{commitment}, 'commitment', qw(commitment header));
    wrong('commitment') unless !ref $first->{commitment} && $first->{commitment} eq $bundle->{commitment};
    wrong('header') unless ref $first->{header} && canonical($first->{header}) eq canonical($header);
    wrong('seed') unless ref $facts{reveal} && ($facts{reveal}{seed} // '') eq $bundle->{reveal}{seed};
    return ($tags, $promise, $signed, \%facts);
}

sub bundle {
    my ($bundle) = @_;
    fields($bundle, 'bundle', qw(commitment header log reveal version));
    my $version = number($bundle->{version}, 'version', 3, 4);
    my $header = $bundle->{header};
    wrong('header') unless ref $header eq 'HASH';
    my $protocol = like($header->{protocol} // '', 'protocol', 'sabot-(?:shoe|refill|draw)/2');
    return shoe($bundle, $header, $protocol eq 'sabot-refill/2', $version == 4) if $protocol ne 'sabot-draw/2';
    wrong('version') if $version == 4;
    return draw($bundle, $header);
}

# --- a shoe

sub shoe {
    my ($bundle, $header, $refill, $told) = @_;
    my @names = qw(protocol mechanism pack instance shoe table sequence game rules report packs size burn stop_at
        contributions cut_from cut_to beacon);
    fields($header, 'header', @names, $refill ? qw(refills cards) : exists $header->{opening} ? 'opening' : ());
    common($header);
    wrong('pack') if ref $header->{pack} || $header->{pack} ne 'cdhs A23456789TJQK';
    like($header->{shoe}, 'shoe', $UUID);
    like($header->{contributions}, 'contributions', $refill ? 'none' : 'full|cut_only|none');
    my $packs = number($header->{packs}, 'packs', 1, 8);
    my $size = number($header->{size}, 'size', 1, 416);
    wrong('size') unless $refill ? $packs == int(($size + 51) / 52) : $size == 52 * $packs;
    my $stop_at = number($header->{stop_at}, 'stop_at', 1, $size);
    my $burn = number($header->{burn}, 'burn', 0, $stop_at - 1);
    my $cut_to = number($header->{cut_to}, 'cut_to', 0, $size - 1);
    my $cut_from = number($header->{cut_from}, 'cut_from', $cut_to ? 1 : 0, $cut_to);
    if ($refill) {
        like($header->{refills}, 'refills', $UUID);
        bytes($header->{cards}, 'cards', 32);
    }
    my $reveal = fields($bundle->{reveal}, 'reveal', qw(burnt dealt left order rejected_words seed stop_card),
        $told ? 'deal' : ());
    my $seed = bytes($reveal->{seed}, 'seed', 64 * (1 + $packs));
    my $void = is_null($reveal->{order});
    wrong('version') if $void && $told;
    my @stages = stages($header);
    my @stories = $void ? map({ "commitment $_" . 'void reveal' } @stages) : "commitment $stages[-1]order reveal";
    my ($tags, $promise, $signed, $facts) = promised($bundle, 'shoe', $seed, @stories);
    my $secrets = contributed($tags, $header->{shoe}, $header, $facts, $signed->{held});

    fields($facts->{reveal}, 'reveal', qw(left seed), $told ? 'deal' : ());
    my $burnt = number($reveal->{burnt}, 'burnt', 0, $size);
    my $dealt = number($reveal->{dealt}, 'dealt', 0, $size);
    my $left = number($reveal->{left}, 'left', 0, $size);
    wrong('counts') unless $burnt + $dealt + $left == $size && number($facts->{reveal}{left}, 'left', 0) == $left;
    wrong('stop_card') unless ref $reveal->{stop_card} eq 'Word';
    if ($void) {
        wrong('void') unless $burnt == 0 && $dealt == 0 && is_null($reveal->{rejected_words});
        wrong('void') unless ${ $reveal->{stop_card} } eq 'false';
        my $why = $facts->{void};
        my $told = exists $why->{by} || exists $why->{code};
        fields($why, 'void', qw(at reason), $told ? qw(by code) : ());
        like($why->{reason}, 'reason', '(?s).+');
        withdrawn_why($why) if $told;
        $signed->{check}->();
        return ('shoe', $header, $facts, $signed);
    }
    wrong('burnt') unless $burnt == $burn;
    if ($told) {
        my ($cards, $before) = (0, 0);
        for my $each (list($reveal->{deal}, 'deal')) {
            fields($each, 'deal', qw(hands round));
            $before = number($each->{round}, 'round', $before + 1);
            my @hands = map { like($_, 'hand', '[ -~]{1,32}') } list($each->{hands}, 'hands');
            wrong('hands') unless @hands;
            $cards += @hands;
        }
        wrong('deal') unless $cards == $dealt;
        my $bound = bytes($facts->{reveal}{deal}, 'deal', 32);
        wrong('deal') unless $bound eq h("$tags/deal", canonical($reveal->{deal}));
    }
    wrong('stop_card') unless ${ $reveal->{stop_card} } eq ($burnt + $dealt > $stop_at ? 'true' : 'false');
    my $order = fields($facts->{order}, 'order', qw(at beacon by cut root));
    my @dealt = map { number($_, 'order', 0, 51) } list($reveal->{order}, 'order');
    wrong('order') unless @dealt == $size;
    my @cards = map { 0 .. 51 } 1 .. $packs;
    if ($refill) {
        @cards = sort { $a <=> $b } @dealt;
        wrong('cards') unless bytes($header->{cards}, 'cards', 32) eq h("$tags/cards", pack('C*', @cards), $seed);
    }
    my $mix = mix($tags, $promise, beacon($order->{beacon}, $facts), $header->{contributions}, $secrets);
    my $generator = Generator->new($tags, $header, $seed);
    my @shuffled = shuffled($generator, $mix, @cards);
    wrong('rejected_words') unless number($reveal->{rejected_words}, 'rejected_words', 0) == $generator->{rejected};
    my $opened = $facts->{opened};
    my $by = $opened ? ${ $opened->{by} } : 0;
    my $cut = $by ? ${ $opened->{cut} } : $cut_to ? dealers_cut($tags, $mix, $cut_from, $cut_to) : 0;
    wrong('by') unless number($order->{by}, 'by', 0) == $by;
    wrong('cut') unless number($order->{cut}, 'cut', 0) == $cut;
    wrong('order') if grep { $dealt[$_] != $shuffled[($_ + $cut) % $size] } 0 .. $size - 1;
    wrong('root') unless bytes($order->{root}, 'root', 32) eq tree(leaves($tags, $seed, $promise, @shuffled));
    $signed->{check}->();
    return ('shoe', $header, $facts, $signed);
}

# --- a draw

sub draw {
    my ($bundle, $header) = @_;
    fields($header, 'header', qw(protocol mechanism instance draw table sequence game rules report sides contributions
        beacon), exists $header->{opening} ? 'opening' : ());
    common($header);
    like($header->{draw}, 'draw', $UUID);
    like($header->{contributions}, 'contributions', 'full|none');
    my @sides = split /,/, like($header->{sides}, 'sides', '[1-9][0-9]{0,3}(?:,[1-9][0-9]{0,3}){0,7}');
    wrong('sides') if grep { $_ < 2 || $_ > 1000 } @sides;
    my $reveal = fields($bundle->{reveal}, 'reveal', qw(rejected_words seed values));
    my $seed = bytes($reveal->{seed}, 'seed', 128);
    my $withdrawn = is_null($reveal->{values});
    my @stages = stages($header);
    my @stories = map { "commitment $_" . 'reveal' } $withdrawn ? @stages : $stages[-1];
    my ($tags, $promise, $signed, $facts) = promised($bundle, 'draw', $seed, @stories);
    my $secrets = contributed($tags, $header->{draw}, $header, $facts, $signed->{held});
    my $last = $facts->{reveal};
    if ($withdrawn) {
        my $told = exists $last->{withdrawn};
        fields($last, 'reveal', qw(beacon request seed values), $told ? 'withdrawn' : ());
        withdrawn_why(fields($last->{withdrawn}, 'withdrawn', qw(by code))) if $told;
        is_null($_) or wrong('withdrawn') for @$last{qw(beacon request values)}, $reveal->{rejected_words};
        $signed->{check}->();
        return ('draw', $header, $facts, $signed);
    }
    fields($last, 'reveal', qw(beacon request seed values));
    like($last->{request}, 'request', '(?s).+');
    my $mix = mix($tags, $promise, beacon($last->{beacon}, $facts), $header->{contributions}, $secrets);
    my $generator = Generator->new($tags, $header, $seed);
    $generator->reseed($mix);
    my $fell = join ' ', map { $generator->below($_) } @sides;
    for my $said ($reveal, $last) {
        wrong('values') unless $fell eq join ' ', map { number($_, 'values', 0) } list($said->{values}, 'values');
    }
    wrong('rejected_words') unless number($reveal->{rejected_words}, 'rejected_words', 0) == $generator->{rejected};
    $signed->{check}->();
    return ('draw', $header, $facts, $signed);
}

# --- receipts

# Refuses a bundle that a player's secret and its receipts convict, and a file that is not about it.
sub receipt {
    my ($file, $log, $what, $header, $facts, $signed) = @_;
    my $evidence = ref $file eq 'HASH' ? $file->{evidence} : undef;
    my $mine = ref $evidence eq 'HASH' ? $evidence->{mine} : $file;
    my $locks = ref $mine eq 'HASH' && exists $mine->{locked};
    fields($mine, 'receipt', $what, qw(cut hash opening receipt seat secret), $locks ? 'locked' : ());
    my $hash = like($mine->{hash}, 'hash', '[0-9a-f]{64}');
    my $secret = bytes($mine->{secret}, 'secret', 32);
    my $seat = number($mine->{seat}, 'seat', 1, 65535);
    my $cut = is_null($mine->{cut}) ? undef : number($mine->{cut}, 'cut', 0, 65535);
    my $lock = $locks && !is_null($mine->{locked}) ? like($mine->{locked}, 'locked', $LOCK) : undef;
    my $id = like($mine->{$what}, 'id', quotemeta $header->{$what});
    my @parts = ($id, u16($seat), $secret, defined $cut ? u16($cut) : ());
    wrong('hash') unless $hash eq unpack 'H*', h("sabot-$what/2/contribution", @parts);
    my %said = (hash => $hash, seat => $mine->{seat}, subject => "$what:$id");
    my %over = defined $lock ? (locked => $lock)
        : (secret => $mine->{secret}, defined $cut ? (cut => $mine->{cut}) : ());
    my @given;
    for my $each (['receipt', 'sealed', 'at'], ['opening', 'opened']) {
        my ($name, $type, @more) = @$each;
        next if is_null(my $given = $mine->{$name});
        fields($given, $name, qw(hash key seat signature subject type), @more);
        like($given->{hash}, 'hash', $hash);
        number($given->{seat}, 'seat', $seat, $seat);
        like($given->{subject}, 'subject', quotemeta $said{subject});
        like($given->{type}, 'type', $type);
        number($given->{at}, 'at', 0) if @more;
        my $about = { %said, @more ? (at => $given->{at}) : %over };
        my $tag = @more ? 'sabot-receipt/1' : 'sabot-opening-receipt/1';
        push @given, [$given, "$tag\n" . canonical($about)];
        bytes($given->{$_->[0]}, $_->[0], $_->[1]) for ['key', 32], ['signature', 64];
    }
    wrong('no receipt') unless @given;
    for my $each (@given) {
        my ($key, $signature) = map { pack 'H*', $each->[0]{$_} } qw(key signature);
        wrong('receipt not signed') unless is_signed($key, $signature, $each->[1]);
    }
    if (defined $log) {
        my $named = receipt_keys($log, $header->{report}, $signed);
        wrong('the key of nobody') if grep { !$named->{ $_->[0]{key} } } @given;
    }
    my $hashes = $facts->{contributions};
    wrong('unlisted') if $hashes && !among($hashes->{hashes}, $seat, hash => $hash);
    return if is_null($mine->{opening});
    if (defined $lock && $facts->{locked}) {
        my $locked = $facts->{locked}{locked};
        wrong('dropped') if @$locked && !among($locked, $seat, locked => $lock);
    }
    elsif ($facts->{opened}) {
        wrong('dropped') unless among($facts->{opened}{opened}, $seat, secret => $mine->{secret});
    }
}

sub among {
    my ($list, $seat, $name, $value) = @_;
    return scalar grep { ${ $_->{seat} } == $seat && $_->{$name} eq $value } @$list;
}

# The keys for receipts that a whole log names; it must be the bundle's, and name the report before the promise.
sub receipt_keys {
    my ($log, $report, $signed) = @_;
    wrong('log') unless ref $log eq 'HASH';
    my %text;
    for my $row (list($log->{results}, 'results')) {
        my ($index, $text) = ref $row eq 'HASH' ? @$row{qw(index entry)} : ();
        $text{$$index} = $text if ref $index eq 'Int' && defined $text && !ref $text;
    }
    my @text = map { $text{$_} // wrong('log') } 0 .. $signed->{size} - 1;
    wrong('log') unless $signed->{root} eq tree(map { sha256("\x00" . encode('UTF-8', $_)) } @text);
    my (%named, $reported);
    for my $at (0 .. $#text) {
        my $text = encode('UTF-8', $text[$at]);
        my $entry = fields(parse($text), 'entry', qw(facts id kind log subject));
        wrong('entry') unless canonical($entry) eq $text && ref $entry->{facts} eq 'HASH';
        wrong('entry') unless !ref $entry->{log} && $entry->{log} eq 'sabot-log/1';
        like($entry->{kind}, 'kind', '[a-z]+');
        like($entry->{$_}, $_, '(?s).+') for qw(id subject);
        my $facts = $entry->{facts};
        my $is = sub { defined $facts->{$_[0]} && !ref $facts->{$_[0]} && $facts->{$_[0]} eq $_[1] };
        $reported = 1 if $entry->{kind} eq 'report' && $at < $signed->{first} && $is->(sha256 => $report);
        my $new = $entry->{kind} eq 'keys' && ref $facts->{keys} eq 'HASH' ? $facts->{keys}{receipts}
            : $entry->{kind} eq 'rotation' && $is->(use => 'receipts') ? $facts->{new} : undef;
        $named{$new} = 1 if defined $new && !ref $new;
    }
    wrong('report') unless $reported;
    return \%named;
}

# --- the vectors

my @DIFFERENT;
sub is { my ($name, $one, $other) = @_; push @DIFFERENT, $name unless $one eq $other }

sub plain {
    my ($value) = @_;
    return $$value if ref $value eq 'Int';
    return [map { plain($_) } @$value] if ref $value eq 'ARRAY';
    return { map { $_ => plain($value->{$_}) } keys %$value } if ref $value eq 'HASH';
    return $value;
}

# What a shoe and a draw begin with; returns promise, mix and a generator that was not reseeded yet.
sub begun {
    my ($what, $header, $given) = @_;
    my $tags = "sabot-$what/2";
    my $seed = pack 'H*', $given->{seed};
    my $promise = h("$tags/commitment", canonical($header), $seed);
    is("$what canonical", canonical($header), encode('UTF-8', $given->{canonical}));
    is("$what commitment", unpack('H*', $promise), $given->{commitment});
    my @secrets;
    for my $each (@{ $given->{contributions} }) {
        my ($seat, $secret) = (u16($each->{seat}), pack 'H*', $each->{secret});
        my @cut = ref $each->{cut} ? () : u16($each->{cut});
        my $hash = h("$tags/contribution", $header->{$what}, $seat, $secret, @cut);
        is("$what contribution $each->{seat}", unpack('H*', $hash), $each->{hash});
        push @secrets, $seat, $secret;
    }
    my $mix = h512("$tags/mix", $promise, pack('H*', $given->{beacon}), @secrets);
    is("$what mix", unpack('H*', $mix), $given->{mix});
    is("$what mix alone", unpack('H*', h512("$tags/mix", $promise, '')), $given->{mix_of_the_house_alone});
    my $hh = h("$tags/header", canonical($header));
    is("$what header hash", unpack('H*', $hh), $given->{header_hash});
    is("$what nonce", unpack('H*', h("$tags/nonce", $hh)), $given->{nonce});
    my $first = Generator->new($tags, $header, $seed);
    $first->reseed($mix);
    is("$what first request", unpack('H*', $first->request(208)), $given->{first_request});
    return ($tags, $seed, $promise, $mix, Generator->new($tags, $header, $seed));
}

sub vectors {
    my ($typed) = @_;
    my $given = plain($typed);
    for my $each (@{ $given->{uniform} }) {
        my $words = bless { words => [@{ $each->{words} }], rejected => 0 }, 'Generator';
        my $value = $words->below($each->{below});
        is("uniform $each->{below}", "$value $words->{rejected}", "$each->{value} $each->{rejected}");
    }
    my $shoe = $given->{shoe};
    my ($tags, $seed, $promise, $mix, $generator) = begun('shoe', $typed->{shoe}{header}, $shoe);
    my @cards = shuffled($generator, $mix, (0 .. 51) x 2);
    my $cut = dealers_cut($tags, $mix, 10, 94);
    my @leaves = leaves($tags, $seed, $promise, @cards);
    my $key = hkdf($seed, $promise, "$tags/salts");
    my $root = tree(@leaves);
    is('shuffled', unpack('H*', pack 'C*', @cards), $shoe->{shuffled});
    is('rejected', $generator->{rejected}, $shoe->{rejected_words});
    is('cut', $cut, $shoe->{cut});
    is('dealt', unpack('H*', pack 'C*', @cards[$cut .. 103, 0 .. $cut - 1]), $shoe->{dealt});
    is('root', unpack('H*', $root), $shoe->{root});
    for my $at (0 .. $#{ $shoe->{leaves} }) {
        is("leaf $at", unpack('H*', $leaves[$at]), $shoe->{leaves}[$at]);
        is("salt $at", unpack('H*', hmac_sha256(u32($at), $key)), $shoe->{salts}[$at]);
    }
    my ($place, $face, $proof) = @{ $shoe->{opening} }{qw(place face proof)};
    my ($salt, @beside) = unpack '(a32)*', base64($proof, 'opening');
    my $j = ($place + $cut) % 104;
    is('opening', included(sha256("\x00" . u32($j) . chr($face) . $salt), $j, 104, @beside), $root);
    my @refill = sort { $a <=> $b } @cards[0 .. 39];
    my $bound = h("$tags/deal", canonical($typed->{shoe}{deal}));
    is('deal', unpack('H*', $bound), $shoe->{deal_hash});
    is('refill', unpack('H*', h("$tags/cards", pack('C*', @refill), $seed)), $shoe->{cards_of_a_refill});

    ($tags, $seed, $promise, $mix, $generator) = begun('draw', $typed->{draw}{header}, $given->{draw});
    $generator->reseed($mix);
    my $fell = join ' ', map { $generator->below($_) } split /,/, $given->{draw}{header}{sides};
    is('values', "$fell $generator->{rejected}", "@{ $given->{draw}{values} } $given->{draw}{rejected_words}");

    my $log = $given->{log};
    my @hashed = map { sha256("\x00" . encode('UTF-8', $_)) } @{ $log->{entries} };
    for my $at (0 .. $#hashed) {
        is("entry $at", unpack('H*', $hashed[$at]), $log->{leaves}[$at]);
        is("entry $at canonical", canonical(parse(encode('UTF-8', $_))), encode('UTF-8', $_)) for $log->{entries}[$at];
    }
    my @root;
    my $text = '';
    for my $note (@{ $log->{checkpoints} }) {
        my $signed = checkpoint($note, $log->{key});
        $signed->{check}->();
        is("root $signed->{size}", $signed->{root}, $root[$signed->{size}] = tree(@hashed[0 .. $signed->{size} - 1]));
        my ($previous) = $note =~ /\nprevious (\S+)\n/;
        is("previous $signed->{size}", $previous // '', $text eq '' ? '' : encode_base64(sha256($text), ''));
        ($text) = $note =~ /\A(.*\n)\n/s;
    }
    for my $each (@{ $log->{inclusion} }) {
        my ($index, $size) = @$each{qw(index size)};
        my @proof = map { base64($_, 'proof') } @{ $each->{proof} };
        is("inclusion $index of $size", included($hashed[$index], $index, $size, @proof), $root[$size]);
    }
    for my $each (@{ $log->{consistency} }) {
        my ($first, $second) = @$each{qw(first second)};
        my @proof = map { base64($_, 'proof') } @{ $each->{proof} };
        is("consistency $first $second", !!consistent($first, $second, $root[$first], $root[$second], @proof), !!1);
    }
}

# --- the program

# What a file holds, without the mark of UTF-8 that editors write before it.
sub unmarked {
    my ($bytes) = @_;
    wrong('UTF-16') if $bytes =~ /\A(?:\xff\xfe|\xfe\xff|.?\x00)/s;
    wrong('gzip') if $bytes =~ /\A\x1f\x8b/;
    return $bytes =~ s/\A\xef\xbb\xbf//r;
}

sub verdict {
    my ($bytes, $receipt, $log, $file) = @_;
    my $read = sub { defined $_[0] && $_[0] =~ /\S/ ? parse(unmarked($_[0])) : undef };
    my $told = sub {
        my @found = bundle(parse($file ? unmarked($bytes) : $bytes));
        receipt(parse(unmarked($receipt)), $read->($log), @found) if defined $receipt;
        return 1;
    };
    return 'ok' if eval { $told->() };
    my $error = $@;
    die $error unless ref $error eq 'HASH';
    return "wrong: $error->{why}";
}

sub content {
    my ($path) = @_;
    open my $file, '<:raw', $path or die "$path: $!\n";
    local $/;
    return <$file>;
}

my ($how) = @ARGV;
if (($how // '') eq '--lines') {
    $| = 1;
    while (my $line = <STDIN>) { say verdict($line) }
}
elsif (($how // '') eq '--receipts') {
    $| = 1;
    while (defined(my $line = <STDIN>)) { say verdict($line, scalar <STDIN>, scalar <STDIN>) }
}
elsif (($how // '') eq '--vectors') {
    vectors(parse(content($ARGV[1])));
    say "not the same: $_" for @DIFFERENT;
    exit !!@DIFFERENT;
}
else {
    my $bad = 0;
    for my $path (@ARGV) {
        my $said = verdict(content($path), undef, undef, 1);
        $bad ||= $said ne 'ok';
        say "$path: $said";
    }
    exit $bad;
}
