// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** A value of 8 bytes on the server that the client works on, and a place of the client's for the value before. */
final class AtomicTraffic {
    /** The value at first. */
    static final long INITIAL = 0x1122334455667788L;

    private static final int LENGTH = 64;
    /** The value's place in the buffer. */
    private static final int OFFSET = 16;

    private static final long WR_ID = 7;

    private final Pair pair;
    private final TestBuffer remote;
    private final TestBuffer local;
    private final ExtendedMemoryRegion remoteRegion;
    private final ExtendedMemoryRegion localRegion;

    AtomicTraffic(final Testbed bed, final Pair pair, final int remoteAccess) {
        this.pair = pair;
        remote = pair.server().buffer(LENGTH);
        local = pair.client().buffer(LENGTH);
        remoteRegion = bed.own(remote.register(pair.server().domain(), remoteAccess));
        localRegion = bed.own(local.register(pair.client().domain(), Access.LOCAL_WRITE));
        remote.putLong(OFFSET, INITIAL);
    }

    /** Returns a pair whose queue pairs and region allow atomics. */
    static AtomicTraffic allowed(final Testbed bed) {
        return new AtomicTraffic(bed, Pair.connected(bed), Access.LOCAL_WRITE | Access.REMOTE_ATOMIC);
    }

    Endpoint client() {
        return pair.client();
    }

    ExtendedMemoryRegion remoteRegion() {
        return remoteRegion;
    }

    int localKey() {
        return localRegion.lkey();
    }

    long address() {
        return remote.address() + OFFSET;
    }

    long remoteValue() {
        remote.expectGuards();
        return remote.getLong(OFFSET);
    }

    /** Returns the value before that the last atomic brought. */
    long localValue() {
        local.expect(Long.BYTES, LENGTH - Long.BYTES, 0);
        return local.getLong(0);
    }

    Endpoint fetchAndAdd(final long add) {
        return fetchAndAdd(address(), remoteRegion.rkey(), localKey(), add);
    }

    Endpoint fetchAndAdd(final long address, final int rkey, final int lkey, final long add) {
        final SendRequests sends = client().sends();
        sends.fetchAndAdd(WR_ID, SendRequests.SIGNALED, address, rkey, add);
        sends.sge(local.address(), Long.BYTES, lkey);
        client().post();
        return client();
    }

    Endpoint compareAndSwap(final long compare, final long swap) {
        final SendRequests sends = client().sends();
        sends.compareAndSwap(WR_ID, SendRequests.SIGNALED, address(), remoteRegion.rkey(), compare, swap);
        sends.sge(local.address(), Long.BYTES, localKey());
        client().post();
        return client();
    }

    Endpoint atomicWrite(final long value) {
        client().sends().atomicWrite(WR_ID, SendRequests.SIGNALED, address(), remoteRegion.rkey(), value);
        client().post();
        return client();
    }

    /** Expects values on both sides. */
    void expect(final String when, final long before, final long after) {
        Expect.equal("value before, " + when, before, localValue());
        Expect.equal("value after, " + when, after, remoteValue());
    }
}
