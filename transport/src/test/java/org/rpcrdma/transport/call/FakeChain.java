// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.SendRequests;

/** A chain that keeps the names and ids of its requests. */
public final class FakeChain implements SendRequests {
    private final List<String> names = new ArrayList<>();
    private final List<Long> ids = new ArrayList<>();

    /** Returns the names of the requests, such as READ and SEND. */
    public List<String> names() {
        return List.copyOf(names);
    }

    /** Returns the id of the last request, which is the only signaled request. */
    public long lastId() {
        return ids.get(ids.size() - 1);
    }

    private void add(final String name, final long wrId) {
        names.add(name);
        ids.add(wrId);
    }

    @Override
    public void clear() {
        names.clear();
        ids.clear();
    }

    @Override
    public int size() {
        return ids.size();
    }

    @Override
    public void send(final long wrId, final int flags) {
        add("SEND", wrId);
    }

    @Override
    public void sendWithInvalidate(final long wrId, final int flags, final int rkey) {
        add("SEND_INV", wrId);
    }

    @Override
    public void rdmaWrite(final long wrId, final int flags, final long remoteAddress, final int rkey) {
        add("WRITE", wrId);
    }

    @Override
    public void rdmaRead(final long wrId, final int flags, final long remoteAddress, final int rkey) {
        add("READ", wrId);
    }

    @Override
    public void registerMemory(
            final long wrId, final int flags, final FastRegisterRegion region, final int key, final int access) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void localInvalidate(final long wrId, final int flags, final int key) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sge(final long iova, final int length, final int lkey) {}
}
