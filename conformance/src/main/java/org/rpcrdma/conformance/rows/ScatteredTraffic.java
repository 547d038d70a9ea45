// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.util.function.Consumer;
import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;
import org.rpcrdma.verbs.extended.IndirectKey;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;

/** Messages that an indirect key gathers on one side, and another scatters on the other. */
final class ScatteredTraffic {
    static final int CLIENT_BYTE = 'c';
    static final int SERVER_BYTE = 's';
    /** Bytes of the strides: 3 times two entries. */
    static final int STRIDES_LENGTH = 48;

    private static final int LENGTH = 4096;
    private static final int ENTRY = 8;
    private static final int SECOND_ENTRY = 64;
    private static final int REPEAT = 3;
    private static final int SKIP = 2;
    private static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE;

    final Pair pair;
    final TestBuffer clientBuffer;
    final TestBuffer serverBuffer;
    final Side client;
    final Side server;

    ScatteredTraffic(final Testbed bed, final Pair pair, final int keyFlags, final int regionAccess) {
        this.pair = pair;
        clientBuffer = pair.client().buffer(LENGTH);
        serverBuffer = pair.server().buffer(LENGTH);
        clientBuffer.fill(CLIENT_BYTE);
        serverBuffer.fill(SERVER_BYTE);
        client = new Side(bed, pair.client(), clientBuffer, keyFlags, regionAccess);
        server = new Side(bed, pair.server(), serverBuffer, keyFlags, regionAccess);
    }

    /** Such traffic over on-demand memory. */
    static ScatteredTraffic onDemand(final Testbed bed, final Pair pair) {
        return new ScatteredTraffic(bed, pair, 0, Access.ON_DEMAND);
    }

    /** Takes the pages of both sides away, and fills them anew. */
    void takeAway() {
        clientBuffer.discard();
        serverBuffer.discard();
        clientBuffer.fill(CLIENT_BYTE);
        serverBuffer.fill(SERVER_BYTE);
    }

    /** Sets the keys of both sides in a way. */
    void configure(final Consumer<Side> way) {
        way.accept(client);
        way.accept(server);
    }

    /** Posts a message between the keys, and its Receive. */
    void post(final int length) {
        pair.server().receive(1, 0, length, server.key.lkey());
        final ExtendedSendRequests sends = pair.client().sends();
        sends.send(2, SendRequests.SIGNALED);
        sends.sge(0, length, client.key.lkey());
        pair.client().post();
    }

    void send(final int length) {
        post(length);
        pair.client().nextSuccess("SEND");
        pair.server().nextSuccess("Receive");
    }

    void expectSendFails(final int length) {
        post(length);
        Expect.anyError("SEND", pair.client().next());
    }

    /** Expects the two entries of the list, and nothing else, to have arrived. */
    void expectEntries() {
        serverBuffer.expect(0, ENTRY, CLIENT_BYTE);
        serverBuffer.expect(ENTRY, SECOND_ENTRY - ENTRY, SERVER_BYTE);
        serverBuffer.expect(SECOND_ENTRY, ENTRY, CLIENT_BYTE);
        final int end = SECOND_ENTRY + ENTRY;
        serverBuffer.expect(end, LENGTH - end, SERVER_BYTE);
    }

    /** Expects the strides, and nothing else, to have arrived. */
    void expectStrides() {
        final int end = REPEAT * (ENTRY + SKIP);
        for (int i = 0; i < LENGTH; i++) {
            final boolean isFirst = i < end && i % (ENTRY + SKIP) < ENTRY;
            final int inSecond = i - SECOND_ENTRY;
            final boolean isSecond = inSecond >= 0 && inSecond < end && inSecond % (ENTRY + SKIP) < ENTRY;
            serverBuffer.expect(i, 1, isFirst || isSecond ? CLIENT_BYTE : SERVER_BYTE);
        }
    }

    /** Lets the client invalidate the server's key; returns the server's completion. */
    Completion invalidateServers() {
        postInvalidation();
        pair.client().nextSuccess("SEND with invalidation");
        return pair.server().nextSuccess("Receive");
    }

    void postInvalidation() {
        pair.server().receive(3, serverBuffer.address(), ENTRY, server.region.lkey());
        pair.client().sends().sendWithInvalidate(4, SendRequests.SIGNALED, server.key.rkey());
        pair.client().post();
    }

    /** One side's key, and how it is set. */
    static final class Side {
        final IndirectKey key;
        final ExtendedMemoryRegion region;
        private final Endpoint endpoint;
        private final TestBuffer buffer;

        private Side(
                final Testbed bed,
                final Endpoint endpoint,
                final TestBuffer buffer,
                final int keyFlags,
                final int regionAccess) {
            this.endpoint = endpoint;
            this.buffer = buffer;
            region = bed.own(buffer.register(endpoint.domain(), Access.LOCAL_WRITE | regionAccess));
            key = bed.own(endpoint.domain()
                    .createIndirectKey(new IndirectKeyAttributes(IndirectKeyAttributes.INDIRECT | keyFlags, 3)));
            Expect.equal("entries, rounded up", 4, key.maxEntries());
        }

        void list() {
            final ExtendedSendRequests sends = endpoint.sends();
            sends.configureList(5, SendRequests.SIGNALED | SendRequests.INLINE, key, RIGHTS);
            addEntries(sends);
            change();
        }

        void listByParts() {
            final ExtendedSendRequests sends = endpoint.sends();
            sends.configure(5, SendRequests.SIGNALED | SendRequests.INLINE, key, 2);
            sends.setAccess(RIGHTS);
            sends.setListLayout();
            addEntries(sends);
            change();
        }

        private void addEntries(final ExtendedSendRequests sends) {
            sends.sge(buffer.address(), ENTRY, region.lkey());
            sends.sge(buffer.address() + SECOND_ENTRY, ENTRY, region.lkey());
        }

        void strides() {
            final ExtendedSendRequests sends = endpoint.sends();
            sends.configureInterleaved(5, SendRequests.SIGNALED | SendRequests.INLINE, key, RIGHTS, REPEAT);
            addStrides(sends);
            change();
        }

        void stridesByParts() {
            final ExtendedSendRequests sends = endpoint.sends();
            sends.configure(5, SendRequests.SIGNALED | SendRequests.INLINE, key, 2);
            sends.setAccess(RIGHTS);
            sends.setInterleavedLayout(REPEAT);
            addStrides(sends);
            change();
        }

        void tooManyStrides() {
            final ExtendedSendRequests sends = endpoint.sends();
            sends.configureInterleaved(5, SendRequests.SIGNALED | SendRequests.INLINE, key, RIGHTS, REPEAT);
            for (int i = 0; i < key.maxEntries(); i++) {
                sends.interleaved(buffer.address(), ENTRY, SKIP, region.lkey());
            }
            endpoint.post();
        }

        private void addStrides(final ExtendedSendRequests sends) {
            sends.interleaved(buffer.address(), ENTRY, SKIP, region.lkey());
            sends.interleaved(buffer.address() + SECOND_ENTRY, ENTRY, SKIP, region.lkey());
        }

        private void change() {
            endpoint.post();
            Expect.equal(
                    "opcode",
                    CompletionOpcode.UMR,
                    endpoint.nextSuccess("change of the key").opcode());
        }

        void invalidate() {
            endpoint.sends().localInvalidate(6, SendRequests.SIGNALED, key.lkey());
            endpoint.post();
            endpoint.nextSuccess("local invalidation");
        }

        long faults() {
            return region.onDemandStatistics().pageFaults();
        }
    }
}
