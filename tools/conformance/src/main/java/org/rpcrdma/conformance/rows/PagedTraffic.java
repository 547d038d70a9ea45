// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.util.OptionalLong;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Memory;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Registering;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.MemoryRegion;

/**
 * Sends messages from on-demand memory on one side of a pair to on-demand memory on the other side. The pages can be
 * discarded before each message.
 */
record PagedTraffic(Traffic traffic) {
    /** The length of a message, in bytes: two pages. */
    static final int LENGTH = 8192;

    static final int ITERATIONS = 100;
    static final int ACCESS = Access.LOCAL_WRITE | Access.REMOTE | Access.ON_DEMAND;

    /** Registers a region that covers the whole address space. */
    static final Registering IMPLICIT =
            (buffer, domain, access) -> domain.registerMemory(0, MemoryRegion.WHOLE_ADDRESS_SPACE, 0, access);

    PagedTraffic(final Testbed bed, final Pair pair, final Registering way) {
        this(new Traffic(bed, pair, LENGTH, ACCESS, way));
    }

    /** Creates traffic in memory that consists of huge pages. */
    static PagedTraffic huge(final Testbed bed, final int length, final Registering way) {
        bed.require(DeviceCapability.ON_DEMAND);
        final Pair pair = Pair.connected(bed);
        return new PagedTraffic(
                new Traffic(bed, pair, huge(pair.client(), length, way), huge(pair.server(), length, way)));
    }

    private static Memory huge(final Endpoint side, final int length, final Registering way) {
        return side.register(side.hugeBuffer(length), way, ACCESS | Access.HUGETLB);
    }

    /** Sends the client's buffer into the server's buffer. */
    void send() {
        traffic.postReceive();
        expectSent();
    }

    /** Sends the client's buffer into a posted Receive. */
    void expectSent() {
        traffic.postSend().nextSuccess("SEND");
        traffic.pair().server().nextSuccess("Receive");
        traffic.server().buffer().expect(Traffic.CLIENT_BYTE);
    }

    /** Sends messages and discards all pages before each one. Expects every page to fault each time. */
    void sendFaulting(final int times) {
        repeatFaulting(times, this::send);
    }

    /** Runs an operation repeatedly and discards all pages before each run. Expects every page to fault each time. */
    void repeatFaulting(final int times, final Runnable message) {
        repeatFaulting(times, traffic.client().length() / 4096, message);
    }

    /**
     * Runs an operation repeatedly and discards all pages before each run. Expects the given number of pages to fault
     * each time.
     */
    void repeatFaulting(final int times, final long pages, final Runnable message) {
        for (int i = 0; i < times; i++) {
            final OptionalLong clientBefore = traffic.client().faults();
            final OptionalLong serverBefore = traffic.server().faults();
            traffic.takeAway();
            message.run();
            traffic.client()
                    .faultsSince(clientBefore)
                    .ifPresent(faults -> Expect.atLeast("the client's faults", pages, faults));
            traffic.server()
                    .faultsSince(serverBefore)
                    .ifPresent(faults -> Expect.atLeast("the server's faults", pages, faults));
        }
    }
}
