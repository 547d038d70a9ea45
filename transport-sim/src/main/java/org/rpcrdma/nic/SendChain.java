/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.SendRequests;

/** A chain of send work requests, one array a column; request i's elements are at i * maxSge and behind. */
final class SendChain implements SendRequests {
    final int maxSge;
    final long[] wrIds;
    final byte[] operations;
    final int[] flags;
    final long[] remoteAddresses;
    final int[] keys;
    final int[] access;
    final SimulatedRegion[] regions;
    final int[] sgeCounts;
    final long[] iovas;
    final int[] lengths;
    final int[] lkeys;
    private int size;

    SendChain(final int capacity, final int maxSge) {
        this.maxSge = maxSge;
        wrIds = new long[capacity];
        operations = new byte[capacity];
        flags = new int[capacity];
        remoteAddresses = new long[capacity];
        keys = new int[capacity];
        access = new int[capacity];
        regions = new SimulatedRegion[capacity];
        sgeCounts = new int[capacity];
        iovas = new long[capacity * maxSge];
        lengths = new int[capacity * maxSge];
        lkeys = new int[capacity * maxSge];
    }

    @Override
    public void clear() {
        size = 0;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void send(final long wrId, final int flag) {
        stage(Operation.SEND, wrId, flag, 0, 0);
    }

    @Override
    public void sendWithInvalidate(final long wrId, final int flag, final int rkey) {
        stage(Operation.SEND_WITH_INVALIDATE, wrId, flag, 0, rkey);
    }

    @Override
    public void rdmaWrite(final long wrId, final int flag, final long remoteAddress, final int rkey) {
        stage(Operation.RDMA_WRITE, wrId, flag, remoteAddress, rkey);
    }

    @Override
    public void rdmaRead(final long wrId, final int flag, final long remoteAddress, final int rkey) {
        stage(Operation.RDMA_READ, wrId, flag, remoteAddress, rkey);
    }

    @Override
    public void registerMemory(
            final long wrId, final int flag, final FastRegisterRegion region, final int key, final int rights) {
        final int i = stage(Operation.REGISTER_MEMORY, wrId, flag, 0, key);
        regions[i] = (SimulatedRegion) region;
        access[i] = rights;
    }

    @Override
    public void localInvalidate(final long wrId, final int flag, final int key) {
        stage(Operation.LOCAL_INVALIDATE, wrId, flag, 0, key);
    }

    @Override
    public void sge(final long iova, final int length, final int lkey) {
        final int request = size - 1;
        if (request < 0 || sgeCounts[request] == maxSge) {
            throw new IndexOutOfBoundsException("no room for an element: requests=" + size + " maxSge=" + maxSge);
        }
        final int i = request * maxSge + sgeCounts[request]++;
        iovas[i] = iova;
        lengths[i] = length;
        lkeys[i] = lkey;
    }

    private int stage(final byte operation, final long wrId, final int flag, final long remoteAddress, final int key) {
        final int i = size;
        if (i == wrIds.length) {
            throw new IndexOutOfBoundsException("chain is full: capacity=" + i);
        }
        operations[i] = operation;
        wrIds[i] = wrId;
        flags[i] = flag;
        remoteAddresses[i] = remoteAddress;
        keys[i] = key;
        sgeCounts[i] = 0;
        size = i + 1;
        return i;
    }
}
