// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/** Messages between on-demand memory of both sides of a pair, whose pages can be taken away before each. */
final class PagedTraffic {
    /** Bytes of a message: two pages. */
    static final int LENGTH = 8192;

    static final int ITERATIONS = 100;
    static final int CLIENT_BYTE = 'c';
    static final int SERVER_BYTE = 's';
    static final int ACCESS = Access.LOCAL_WRITE | Access.REMOTE | Access.ON_DEMAND;

    /** How the memory of a side is registered. */
    @FunctionalInterface
    interface Registration {
        ExtendedMemoryRegion register(ExtendedProtectionDomain domain, TestBuffer buffer);
    }

    /** A region over the buffer. */
    static final Registration EXPLICIT = (domain, buffer) -> buffer.register(domain, ACCESS);
    /** A region over everything. */
    static final Registration IMPLICIT =
            (domain, buffer) -> domain.registerMemory(0, MemoryRegion.WHOLE_ADDRESS_SPACE, 0, ACCESS);

    final Pair pair;
    final TestBuffer clientBuffer;
    final TestBuffer serverBuffer;
    final ExtendedMemoryRegion clientRegion;
    final ExtendedMemoryRegion serverRegion;

    PagedTraffic(final Testbed bed, final Pair pair, final Registration registration) {
        this(
                bed,
                pair,
                registration,
                pair.client().buffer(LENGTH),
                pair.server().buffer(LENGTH));
    }

    PagedTraffic(
            final Testbed bed,
            final Pair pair,
            final Registration registration,
            final TestBuffer clientBuffer,
            final TestBuffer serverBuffer) {
        this.pair = pair;
        this.clientBuffer = clientBuffer;
        this.serverBuffer = serverBuffer;
        clientRegion = bed.own(registration.register(pair.client().domain(), clientBuffer));
        serverRegion = bed.own(registration.register(pair.server().domain(), serverBuffer));
    }

    /** Takes the pages of both sides away, and fills them anew. */
    void takeAway() {
        clientBuffer.discard();
        serverBuffer.discard();
        clientBuffer.fill(CLIENT_BYTE);
        serverBuffer.fill(SERVER_BYTE);
    }

    /** Sends the client's buffer into the server's. */
    void send() {
        pair.server().receive(1, serverBuffer.address(), serverBuffer.length(), serverRegion.lkey());
        final SendRequests sends = pair.client().sends();
        sends.send(2, SendRequests.SIGNALED);
        addClientBuffer(sends);
        pair.client().post();
        pair.client().nextSuccess("SEND");
        pair.server().nextSuccess("Receive");
        serverBuffer.expect(CLIENT_BYTE);
    }

    /** Writes the client's buffer over the server's. */
    void write() {
        final SendRequests sends = pair.client().sends();
        sends.rdmaWrite(3, SendRequests.SIGNALED, serverBuffer.address(), serverRegion.rkey());
        addClientBuffer(sends);
        pair.client().post();
        pair.client().nextSuccess("RDMA WRITE");
        serverBuffer.expect(CLIENT_BYTE);
    }

    /** Reads the server's buffer over the client's. */
    void read() {
        final SendRequests sends = pair.client().sends();
        sends.rdmaRead(4, SendRequests.SIGNALED, serverBuffer.address(), serverRegion.rkey());
        addClientBuffer(sends);
        pair.client().post();
        pair.client().nextSuccess("RDMA READ");
        clientBuffer.expect(SERVER_BYTE);
    }

    /** Compares the first bytes of the server's buffer, and swaps them; expects the old value. */
    void compareAndSwap(final long compare, final long swap) {
        final SendRequests sends = pair.client().sends();
        sends.compareAndSwap(5, SendRequests.SIGNALED, serverBuffer.address(), serverRegion.rkey(), compare, swap);
        expectValueBefore(sends);
    }

    /** Adds to the first bytes of the server's buffer; expects the old value. */
    void fetchAndAdd(final long add) {
        final SendRequests sends = pair.client().sends();
        sends.fetchAndAdd(6, SendRequests.SIGNALED, serverBuffer.address(), serverRegion.rkey(), add);
        expectValueBefore(sends);
    }

    private void expectValueBefore(final SendRequests sends) {
        final long before = serverBuffer.getLong(0);
        sends.sge(clientBuffer.address(), Long.BYTES, clientRegion.lkey());
        pair.client().post();
        pair.client().nextSuccess("atomic");
        Expect.equal("the value before", before, clientBuffer.getLong(0));
    }

    /** Writes the first bytes of the server's buffer at once. */
    void atomicWrite(final long value) {
        pair.client().sends().atomicWrite(7, SendRequests.SIGNALED, serverBuffer.address(), serverRegion.rkey(), value);
        pair.client().post();
        pair.client().nextSuccess("atomic write");
        Expect.equal("the value written", value, serverBuffer.getLong(0));
    }

    /** Flushes the server's buffer, or all of its region. */
    void flush(final boolean wholeRegion) {
        pair.client()
                .sends()
                .flush(
                        8,
                        SendRequests.SIGNALED,
                        serverBuffer.address(),
                        LENGTH,
                        serverRegion.rkey(),
                        SendRequests.FLUSH_GLOBAL,
                        wholeRegion);
        pair.client().post();
        pair.client().nextSuccess("flush");
    }

    private void addClientBuffer(final SendRequests sends) {
        sends.sge(clientBuffer.address(), clientBuffer.length(), clientRegion.lkey());
    }

    /** Sends a message so often, each time over memory whose pages were taken away; every page faults every time. */
    void sendFaulting(final int times) {
        repeatFaulting(times, this::send);
    }

    /** Does something so often, each time over memory whose pages were taken away; every page faults every time. */
    void repeatFaulting(final int times, final Runnable message) {
        repeatFaulting(times, clientBuffer.length() / 4096, message);
    }

    /**
     * Does something so often, each time over memory whose pages were taken away; a number of pages fault every time.
     */
    void repeatFaulting(final int times, final long pages, final Runnable message) {
        for (int i = 0; i < times; i++) {
            final long clientBefore = clientRegion.onDemandStatistics().pageFaults();
            final long serverBefore = serverRegion.onDemandStatistics().pageFaults();
            takeAway();
            message.run();
            Expect.atLeast(
                    "the client's faults",
                    pages,
                    clientRegion.onDemandStatistics().pageFaults() - clientBefore);
            Expect.atLeast(
                    "the server's faults",
                    pages,
                    serverRegion.onDemandStatistics().pageFaults() - serverBefore);
        }
    }
}
