// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.roce.Field;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Gid;

/** A network for management datagrams that loses, duplicates and reorders them on demand. */
final class LossyDatagrams {
    static final long DELAY = 10_000;

    /** A sent datagram. */
    record Sent(Gid source, Gid destination, UnsafeBuffer bytes) {
        int attribute() {
            return get(ManagementLayout.ATTRIBUTE);
        }

        int get(final Field field) {
            return field.get(bytes, 0);
        }
    }

    private final Simulation simulation;
    private final Map<Gid, MadWires> ports = new HashMap<>();
    /** All sent datagrams, in order. */
    final List<Sent> sent = new ArrayList<>();
    /** The function that returns the number of copies of a datagram that arrive. */
    ToIntFunction<Sent> copies = datagram -> 1;
    /** The maximum delay of a datagram. */
    private long spread;

    private SeededRandom random;

    LossyDatagrams(final Simulation simulation) {
        this.simulation = simulation;
    }

    void attach(final Gid gid, final MadWires wires) {
        ports.put(gid, wires);
    }

    DatagramPipe from(final Gid source) {
        return (destination, datagram) -> send(source, destination, datagram);
    }

    /**
     * Loses and duplicates the given numbers of datagrams out of every 256 on average, and delays all datagrams by
     * random times.
     */
    void disturb(final SeededRandom by, final int lost, final int repeated, final long longestDelay) {
        random = by;
        spread = longestDelay;
        copies = datagram -> {
            final int chance = by.nextInt(256);
            return chance < lost ? 0 : chance < lost + repeated ? 2 : 1;
        };
    }

    /** Loses the first {@code count} datagrams that match a filter. */
    void lose(final int count, final Predicate<Sent> which) {
        final int[] left = {count};
        copies = datagram -> which.test(datagram) && left[0]-- > 0 ? 0 : 1;
    }

    void send(final Gid source, final Gid destination, final DirectBuffer datagram) {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[ManagementLayout.LENGTH]);
        bytes.putBytes(0, datagram, 0, bytes.capacity());
        final Sent message = new Sent(source, destination, bytes);
        sent.add(message);
        for (int i = copies.applyAsInt(message); i > 0; i--) {
            final long delay = spread == 0 ? DELAY : random.nextInt((int) spread);
            simulation.schedule(arrival(message), simulation.nanoTime() + delay);
        }
    }

    private Event arrival(final Sent message) {
        return new Event() {
            @Override
            protected void fire() {
                final MadWires port = ports.get(message.destination());
                if (port != null) {
                    port.receive(message.source(), message.bytes(), 0, ManagementLayout.LENGTH);
                }
            }
        };
    }

    long count(final int attribute) {
        return sent.stream().filter(message -> message.attribute() == attribute).count();
    }

    long count(final Gid source) {
        return sent.stream().filter(message -> message.source().equals(source)).count();
    }

    /** Returns the first datagram with the given attribute. */
    Sent first(final int attribute) {
        return sent.stream()
                .filter(message -> message.attribute() == attribute)
                .findFirst()
                .orElseThrow();
    }
}
