// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import java.util.Arrays;
import org.rpcrdma.rnic.key.region.RnicFastRegion;
import org.rpcrdma.rnic.port.DeviceLimits;
import org.rpcrdma.rnic.port.PostedSends;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.AddressHandle;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;
import org.rpcrdma.verbs.extended.IndirectKey;

/**
 * A chain of staged send work requests, with one array per field. The elements of request i begin at index i * maxSge.
 */
public final class SendChain implements ExtendedSendRequests, PostedSends {
    private static final int FIRST_CAPACITY = 1;

    public final int maxSge;
    public long[] wrIds;
    public byte[] operations;
    public int[] flags;
    public long[] remoteAddresses;
    int[] keys;
    public int[] sgeCounts;
    public long[] iovas;
    public int[] lengths;
    int[] lkeys;
    /** True for each request that uses {@link #arguments}. */
    public boolean[] hasArguments;

    /** The arguments of less common requests; null until a request needs them. */
    public SendArguments arguments;

    private final DeviceAttributes attributes;
    private final int capacity;
    private int size;

    public SendChain(final DeviceAttributes attributes, final int capacity, final int maxSge) {
        this.attributes = attributes;
        this.capacity = capacity;
        this.maxSge = maxSge;
        final int first = Math.min(capacity, FIRST_CAPACITY);
        wrIds = new long[first];
        operations = new byte[first];
        flags = new int[first];
        remoteAddresses = new long[first];
        keys = new int[first];
        sgeCounts = new int[first];
        iovas = new long[first * maxSge];
        lengths = new int[first * maxSge];
        lkeys = new int[first * maxSge];
        hasArguments = new boolean[first];
    }

    /** Doubles the arrays, up to the capacity. The arrays start small because most chains are short. */
    private void grow() {
        final int larger = Math.min(capacity, 2 * size);
        wrIds = Arrays.copyOf(wrIds, larger);
        operations = Arrays.copyOf(operations, larger);
        flags = Arrays.copyOf(flags, larger);
        remoteAddresses = Arrays.copyOf(remoteAddresses, larger);
        keys = Arrays.copyOf(keys, larger);
        sgeCounts = Arrays.copyOf(sgeCounts, larger);
        iovas = Arrays.copyOf(iovas, larger * maxSge);
        lengths = Arrays.copyOf(lengths, larger * maxSge);
        lkeys = Arrays.copyOf(lkeys, larger * maxSge);
        hasArguments = Arrays.copyOf(hasArguments, larger);
    }

    @Override
    public void clear() {
        size = 0;
    }

    @Override
    public long bytes() {
        long bytes = 0;
        for (int i = 0; i < size(); i++) {
            final int first = i * maxSge;
            for (int element = first; element < first + sgeCounts[i]; element++) {
                bytes += Math.max(0, lengths[element]);
            }
        }
        return bytes;
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
    public void sendWithImmediate(final long wrId, final int flag, final int immediate) {
        require(DeviceCapability.IMMEDIATE_DATA);
        final int i = stage(Operation.SEND_WITH_IMMEDIATE, wrId, flag, 0, 0);
        argumentsOf(i).immediates[i] = immediate;
    }

    @Override
    public void rdmaWrite(final long wrId, final int flag, final long remoteAddress, final int rkey) {
        stage(Operation.RDMA_WRITE, wrId, flag, remoteAddress, rkey);
    }

    @Override
    public void rdmaWriteWithImmediate(
            final long wrId, final int flag, final long remoteAddress, final int rkey, final int immediate) {
        require(DeviceCapability.IMMEDIATE_DATA);
        final int i = stage(Operation.RDMA_WRITE_WITH_IMMEDIATE, wrId, flag, remoteAddress, rkey);
        argumentsOf(i).immediates[i] = immediate;
    }

    @Override
    public void rdmaRead(final long wrId, final int flag, final long remoteAddress, final int rkey) {
        stage(Operation.RDMA_READ, wrId, flag, remoteAddress, rkey);
    }

    @Override
    public void rdmaReadWithInvalidate(
            final long wrId, final int flag, final long remoteAddress, final int rkey, final int key) {
        require(DeviceCapability.READ_WITH_INVALIDATE);
        final int i = stage(Operation.RDMA_READ_WITH_INVALIDATE, wrId, flag, remoteAddress, rkey);
        argumentsOf(i).operands[i] = key;
    }

    @Override
    public void compareAndSwap(
            final long wrId,
            final int flag,
            final long remoteAddress,
            final int rkey,
            final long compare,
            final long swap) {
        require(DeviceCapability.ATOMICS);
        final int i = stage(Operation.COMPARE_AND_SWAP, wrId, flag, remoteAddress, rkey);
        argumentsOf(i).operands[i] = compare;
        arguments.swaps[i] = swap;
    }

    @Override
    public void fetchAndAdd(final long wrId, final int flag, final long remoteAddress, final int rkey, final long add) {
        require(DeviceCapability.ATOMICS);
        final int i = stage(Operation.FETCH_AND_ADD, wrId, flag, remoteAddress, rkey);
        argumentsOf(i).operands[i] = add;
    }

    @Override
    public void atomicWrite(
            final long wrId, final int flag, final long remoteAddress, final int rkey, final long value) {
        require(DeviceCapability.ATOMIC_WRITE);
        final int i = stage(Operation.ATOMIC_WRITE, wrId, flag, remoteAddress, rkey);
        argumentsOf(i).operands[i] = value;
    }

    @Override
    public void flush(
            final long wrId,
            final int flag,
            final long remoteAddress,
            final int length,
            final int rkey,
            final int type,
            final boolean wholeRegion) {
        require(DeviceCapability.FLUSH);
        final int i = stage(Operation.FLUSH, wrId, flag, remoteAddress, rkey);
        argumentsOf(i).ranges[i] = Integer.toUnsignedLong(length);
        arguments.flushTypes[i] = wholeRegion ? type | SendArguments.WHOLE_REGION : type;
    }

    @Override
    public void registerMemory(
            final long wrId, final int flag, final FastRegisterRegion region, final int key, final int rights) {
        final int i = stage(Operation.REGISTER_MEMORY, wrId, flag, 0, key);
        argumentsOf(i).regions[i] = (RnicFastRegion) region;
        arguments.access[i] = rights;
    }

    @Override
    public void localInvalidate(final long wrId, final int flag, final int key) {
        stage(Operation.LOCAL_INVALIDATE, wrId, flag, 0, key);
    }

    @Override
    public void bindMemoryWindow(
            final long wrId,
            final int flag,
            final MemoryWindow window,
            final int rkey,
            final MemoryRegion region,
            final long address,
            final long length,
            final int rights) {
        require(DeviceCapability.MEMORY_WINDOW_TYPE_2B);
        stageBind(wrId, flag, window, rkey, region, address, length, rights);
    }

    /** Stages a bind for a window of either type. */
    public void stageBind(
            final long wrId,
            final int flag,
            final MemoryWindow window,
            final int rkey,
            final MemoryRegion region,
            final long address,
            final long length,
            final int rights) {
        final int i = stage(Operation.BIND_WINDOW, wrId, flag, address, rkey);
        argumentsOf(i).windows[i] = window;
        arguments.memoryRegions[i] = region;
        arguments.ranges[i] = length;
        arguments.access[i] = rights;
    }

    @Override
    public void configureList(final long wrId, final int flag, final IndirectKey key, final int rights) {
        configure(wrId, flag, key, 2);
        setAccess(rights);
        setListLayout();
    }

    @Override
    public void configureInterleaved(
            final long wrId, final int flag, final IndirectKey key, final int rights, final int repeat) {
        configure(wrId, flag, key, 2);
        setAccess(rights);
        setInterleavedLayout(repeat);
    }

    @Override
    public void configure(final long wrId, final int flag, final IndirectKey key, final int setters) {
        require(DeviceCapability.INDIRECT_KEY);
        final int i = stage(Operation.CONFIGURE_KEY, wrId, flag, 0, key.lkey());
        argumentsOf(i).indirectKeys[i] = key;
        arguments.keyParts[i] = KeyParts.announced(setters);
    }

    @Override
    public void setAccess(final int rights) {
        addKeyPart(KeyParts.ACCESS);
        arguments.access[last()] = rights;
    }

    @Override
    public void setListLayout() {
        addKeyPart(KeyParts.LIST);
    }

    @Override
    public void setInterleavedLayout(final int repeat) {
        addKeyPart(KeyParts.STRIDES);
        arguments.repeats[last()] = repeat;
    }

    @Override
    public void interleaved(final long iova, final int bytes, final int skip, final int lkey) {
        final int i = lastOf(Operation.CONFIGURE_KEY);
        sge(iova, bytes, lkey);
        arguments.keyParts[i] = KeyParts.withEntry(arguments.keyParts[i]);
        arguments.skips[i * maxSge + sgeCounts[i] - 1] = skip;
    }

    private void addKeyPart(final int part) {
        final int i = lastOf(Operation.CONFIGURE_KEY);
        arguments.keyParts[i] = KeyParts.with(arguments.keyParts[i], part);
    }

    @Override
    public void destination(final AddressHandle handle, final int queuePair, final int qkey) {
        require(DeviceCapability.UD);
        final int i = last();
        argumentsOf(i).handles[i] = handle;
        arguments.targets[i] = queuePair;
        arguments.qkeys[i] = qkey;
    }

    @Override
    public void sge(final long iova, final int length, final int lkey) {
        final int request = size - 1;
        if (request < 0 || sgeCounts[request] == maxSge) {
            throw new IndexOutOfBoundsException(
                    "the last request has no free element: requests=" + size + " maxSge=" + maxSge);
        }
        final int i = request * maxSge + sgeCounts[request]++;
        iovas[i] = iova;
        lengths[i] = length;
        lkeys[i] = lkey;
    }

    private int stage(final byte operation, final long wrId, final int flag, final long remoteAddress, final int key) {
        final int i = size;
        if (i == capacity) {
            throw new IndexOutOfBoundsException("chain is full: capacity=" + i);
        }
        if (i == wrIds.length) {
            grow();
        }
        operations[i] = operation;
        wrIds[i] = wrId;
        flags[i] = flag;
        remoteAddresses[i] = remoteAddress;
        keys[i] = key;
        sgeCounts[i] = 0;
        hasArguments[i] = false;
        size = i + 1;
        return i;
    }

    private int last() {
        if (size == 0) {
            throw new IndexOutOfBoundsException("no request is staged");
        }
        return size - 1;
    }

    /** Returns the index of the most recently staged request, which must have the given operation. */
    private int lastOf(final byte operation) {
        final int i = last();
        if (operations[i] != operation) {
            throw new VerbsException(Errno.EINVAL, "method does not apply to the last request: index=" + i);
        }
        return i;
    }

    /** Clears the given request's arguments, and returns the arguments object. */
    private SendArguments argumentsOf(final int i) {
        if (arguments == null) {
            arguments = new SendArguments(capacity, maxSge);
        }
        if (!hasArguments[i]) {
            hasArguments[i] = true;
            arguments.clear(i);
        }
        return arguments;
    }

    private void require(final DeviceCapability capability) {
        DeviceLimits.require(attributes, capability);
    }
}
