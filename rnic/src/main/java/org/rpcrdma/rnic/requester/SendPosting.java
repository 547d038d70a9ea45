// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.queue.KeyParts;
import org.rpcrdma.rnic.queue.KeyPosting;
import org.rpcrdma.rnic.queue.Operation;
import org.rpcrdma.rnic.queue.SendArguments;
import org.rpcrdma.rnic.queue.SendChain;
import org.rpcrdma.rnic.queue.SendQueue;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.rnic.transmit.RnicAddressHandle;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/** Posts send work requests, and rejects invalid ones. */
public final class SendPosting {
    private static final int FLAGS =
            SendRequests.FENCE | SendRequests.SIGNALED | SendRequests.SOLICITED | SendRequests.INLINE;
    private static final int FLUSH_TYPES = SendRequests.FLUSH_GLOBAL | SendRequests.FLUSH_PERSISTENT;

    private final SendQueue queue;
    private final QueuePairType type;
    private final int domain;
    private final HostMemory memory;
    private final Personality personality;
    private final int maxInline;

    public SendPosting(
            final QueuePairContext context, final SendQueue queue, final int maxInline, final HostMemory memory) {
        this.memory = memory;
        this.queue = queue;
        this.maxInline = maxInline;
        type = context.self().type;
        domain = context.domain();
        personality = context.personality();
    }

    /** Posts a chain's requests, up to the first one that does not fit. They take effect at the given time. */
    public void post(final SendChain chain, final long time) {
        for (int i = 0; i < chain.size(); i++) {
            checkRoom(1, i);
            final int total = checkedLength(chain, i);
            queue.add(chain, i, total, time);
        }
    }

    /** Posts either all requests of a chain or none. They take effect at the given time. */
    public void postAllOrNone(final SendChain chain, final long time) {
        for (int i = 0; i < chain.size(); i++) {
            checkRoom(i + 1, i);
            checkedLength(chain, i);
        }
        post(chain, time);
    }

    private void checkRoom(final int requests, final int i) {
        if (!queue.hasRoom(requests)) {
            throw new PostException(Errno.ENOMEM, "send queue is full: limit=" + queue.limit(), i);
        }
    }

    /** Returns the length of a request's message, in bytes. Rejects the request if it is invalid. */
    private int checkedLength(final SendChain chain, final int i) {
        final byte operation = chain.operations[i];
        final int flags = chain.flags[i];
        if (operation > Operation.RDMA_WRITE || type != QueuePairType.RC) {
            checkOperation(chain, operation, i);
        }
        checkElements(chain, operation, i);
        if ((flags & ~FLAGS) != 0) {
            throw new PostException(Errno.EINVAL, "unknown flags: flags=0x" + Integer.toHexString(flags), i);
        }
        if (operation == Operation.CONFIGURE_KEY) {
            return 0;
        }
        final int total = totalLength(chain, i);
        if ((flags & SendRequests.INLINE) != 0 && !Operation.isLocal(operation)) {
            checkInline(chain, operation, total, i);
        }
        return Operation.isAtomic(operation) ? checkedAtomic(chain, total, i) : total;
    }

    private void checkOperation(final SendChain chain, final byte operation, final int i) {
        if (!Operation.isServed(type, operation)) {
            throw new PostException(
                    Errno.EINVAL,
                    "the queue pair does not support the operation: type=" + type + " operation=" + operation,
                    i);
        }
        if (type == QueuePairType.UD && !isAddressed(chain, i)) {
            throw new PostException(Errno.EINVAL, "request requires an open address handle of its domain", i);
        }
        switch (operation) {
            case Operation.REGISTER_MEMORY, Operation.BIND_WINDOW -> KeyPosting.check(chain, i);
            case Operation.FLUSH -> checkFlush(chain.arguments.flushTypes[i], i);
            case Operation.ATOMIC_WRITE -> checkAligned(chain.remoteAddresses[i], i);
            case Operation.CONFIGURE_KEY -> KeyParts.check(chain, i, queue.maxSge());
            default -> {
                // No further check is necessary.
            }
        }
    }

    private boolean isAddressed(final SendChain chain, final int i) {
        final RnicAddressHandle handle = chain.hasArguments[i] ? (RnicAddressHandle) chain.arguments.handles[i] : null;
        return handle != null && handle.domain() == domain && !handle.isClosed();
    }

    private void checkElements(final SendChain chain, final byte operation, final int i) {
        final int most = Operation.hasElements(operation) ? queue.maxSge() : 0;
        if (chain.sgeCounts[i] > most) {
            throw new PostException(
                    personality.sendTooLarge(), "too many elements: sge=" + chain.sgeCounts[i] + " limit=" + most, i);
        }
    }

    private static void checkFlush(final int types, final int i) {
        final int kinds = types & ~SendArguments.WHOLE_REGION;
        if (kinds == 0 || (kinds & ~FLUSH_TYPES) != 0) {
            throw new PostException(Errno.EINVAL, "invalid flush types: type=0x" + Integer.toHexString(kinds), i);
        }
    }

    /** Checks an address for soft-RoCE, as its driver does. On other devices, only the peer checks it. */
    private void checkAligned(final long address, final int i) {
        if (personality == Personality.RXE && (address & Long.BYTES - 1) != 0) {
            throw new PostException(Errno.EINVAL, "address must be a multiple of 8: address=" + address, i);
        }
    }

    private int checkedAtomic(final SendChain chain, final int total, final int i) {
        checkAligned(chain.remoteAddresses[i], i);
        if (total < Long.BYTES) {
            throw new PostException(
                    Errno.EINVAL, "elements are too short for the previous value: length=" + total + " least=8", i);
        }
        return Long.BYTES;
    }

    private void checkInline(final SendChain chain, final byte operation, final int total, final int i) {
        if (!Operation.isMessage(operation)) {
            throw new PostException(Errno.EINVAL, "operation does not support inline data: operation=" + operation, i);
        }
        if (total > maxInline) {
            throw new PostException(
                    personality.sendTooLarge(), "inline data is too long: length=" + total + " limit=" + maxInline, i);
        }
        final int first = i * chain.maxSge;
        for (int element = first; element < first + chain.sgeCounts[i]; element++) {
            final int length = chain.lengths[element];
            if (length != 0 && memory.containing(chain.iovas[element], length) == null) {
                throw new PostException(
                        Errno.EFAULT,
                        "range is not in a memory block: address=" + chain.iovas[element] + " length=" + length,
                        i);
            }
        }
    }

    private static int totalLength(final SendChain chain, final int i) {
        long total = 0;
        final int first = i * chain.maxSge;
        for (int element = first; element < first + chain.sgeCounts[i]; element++) {
            if (chain.lengths[element] < 0) {
                throw new PostException(Errno.EINVAL, "length is negative: length=" + chain.lengths[element], i);
            }
            total += chain.lengths[element];
        }
        if (total > Integer.MAX_VALUE) {
            throw new PostException(
                    Errno.EINVAL, "message is too long: length=" + total + " limit=" + Integer.MAX_VALUE, i);
        }
        return (int) total;
    }
}
