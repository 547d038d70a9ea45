// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.util.function.Consumer;
import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Memory;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;
import org.rpcrdma.verbs.extended.IndirectKey;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;

/** Messages that one side gathers through an indirect key and the other side scatters through another indirect key. */
final class ScatteredTraffic {
    /** The length of the strides, in bytes: two 8-byte entries, repeated three times. */
    static final int STRIDES_LENGTH = 48;

    private static final int LENGTH = 4096;
    private static final int ENTRY = 8;
    private static final int SECOND_ENTRY = 64;
    private static final int REPEAT = 3;
    private static final int SKIP = 2;
    private static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE;
    private static final int FLAGS = SendRequests.SIGNALED | SendRequests.INLINE;

    final Pair pair;
    final Traffic traffic;
    final Side client;
    final Side server;

    ScatteredTraffic(final Testbed bed, final int keyFlags, final int regionAccess) {
        bed.require(DeviceCapability.INDIRECT_KEY);
        pair = Pair.connected(bed);
        traffic = new Traffic(bed, pair, LENGTH, Access.LOCAL_WRITE | regionAccess);
        client = Side.of(bed, pair.client(), traffic.client(), keyFlags);
        server = Side.of(bed, pair.server(), traffic.server(), keyFlags);
    }

    /** Configures both sides' keys. */
    void configure(final Consumer<Side> way) {
        way.accept(client);
        way.accept(server);
    }

    /** Posts a message from the client's key to the server's key, together with its Receive. Returns the client. */
    Endpoint post(final int length) {
        pair.server().receive(1, 0, length, server.key.lkey());
        return pair.client().post(sends -> {
            sends.send(2, SendRequests.SIGNALED);
            sends.sge(0, length, client.key.lkey());
        });
    }

    void send(final int length) {
        post(length).nextSuccess("SEND");
        pair.server().nextSuccess("Receive");
    }

    /** Expects exactly the list's two entries to have arrived. */
    void expectEntries() {
        final TestBuffer buffer = traffic.server().buffer();
        buffer.expect(0, ENTRY, Traffic.CLIENT_BYTE);
        buffer.expect(ENTRY, SECOND_ENTRY - ENTRY, Traffic.SERVER_BYTE);
        buffer.expect(SECOND_ENTRY, ENTRY, Traffic.CLIENT_BYTE);
        final int end = SECOND_ENTRY + ENTRY;
        buffer.expect(end, LENGTH - end, Traffic.SERVER_BYTE);
    }

    /** Expects exactly the strides to have arrived. */
    void expectStrides() {
        for (int i = 0; i < LENGTH; i++) {
            final boolean isWritten = isInStrides(i) || isInStrides(i - SECOND_ENTRY);
            traffic.server().buffer().expect(i, 1, isWritten ? Traffic.CLIENT_BYTE : Traffic.SERVER_BYTE);
        }
    }

    private static boolean isInStrides(final int i) {
        return i >= 0 && i < REPEAT * (ENTRY + SKIP) && i % (ENTRY + SKIP) < ENTRY;
    }

    /** Makes the client invalidate the server's key. Returns the client. */
    Endpoint invalidateServers() {
        pair.server()
                .receive(3, traffic.server().iova(), ENTRY, traffic.server().lkey());
        return pair.client().post(sends -> sends.sendWithInvalidate(4, SendRequests.SIGNALED, server.key.rkey()));
    }

    /** One side's key and memory. */
    record Side(Endpoint endpoint, Memory memory, IndirectKey key) {
        private static Side of(final Testbed bed, final Endpoint endpoint, final Memory memory, final int keyFlags) {
            final IndirectKey key = bed.own(endpoint.domain()
                    .createIndirectKey(new IndirectKeyAttributes(IndirectKeyAttributes.INDIRECT | keyFlags, 3)));
            Expect.equal("entries, rounded up", 4, key.maxEntries());
            return new Side(endpoint, memory, key);
        }

        void list() {
            change(sends -> {
                sends.configureList(5, FLAGS, key, RIGHTS);
                addEntries(sends);
            });
        }

        void listByParts() {
            change(sends -> {
                sends.configure(5, FLAGS, key, 2);
                sends.setAccess(RIGHTS);
                sends.setListLayout();
                addEntries(sends);
            });
        }

        private void addEntries(final ExtendedSendRequests sends) {
            sends.sge(memory.iova(), ENTRY, memory.lkey());
            sends.sge(memory.iova() + SECOND_ENTRY, ENTRY, memory.lkey());
        }

        void strides() {
            change(sends -> {
                sends.configureInterleaved(5, FLAGS, key, RIGHTS, REPEAT);
                addStrides(sends, 2);
            });
        }

        void stridesByParts() {
            change(sends -> {
                sends.configure(5, FLAGS, key, 2);
                sends.setAccess(RIGHTS);
                sends.setInterleavedLayout(REPEAT);
                addStrides(sends, 2);
            });
        }

        void tooManyStrides() {
            endpoint.post(sends -> {
                sends.configureInterleaved(5, FLAGS, key, RIGHTS, REPEAT);
                addStrides(sends, key.maxEntries());
            });
        }

        private void addStrides(final ExtendedSendRequests sends, final int count) {
            for (int i = 0; i < count; i++) {
                sends.interleaved(memory.iova() + (long) i * SECOND_ENTRY, ENTRY, SKIP, memory.lkey());
            }
        }

        private void change(final Consumer<ExtendedSendRequests> request) {
            final Completion changed = endpoint.post(request).nextSuccess("change of the key");
            Expect.equal("opcode", CompletionOpcode.UMR, changed.opcode());
        }

        void invalidate() {
            endpoint.invalidate(key.lkey()).nextSuccess("local invalidation");
        }
    }
}
