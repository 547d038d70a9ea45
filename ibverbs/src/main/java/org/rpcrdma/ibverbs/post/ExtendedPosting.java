// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.post;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.ABORT;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.ATOMIC_CMP_SWP;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.ATOMIC_FETCH_ADD;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.ATOMIC_WRITE;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.BIND_MW;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.COMPLETE;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.FLUSH;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.LOCAL_INV;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.RDMA_READ;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.RDMA_WRITE;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.RDMA_WRITE_IMM;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.SEND;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.SEND_IMM;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.SEND_INV;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.SET_INLINE_DATA;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.SET_SGE_LIST;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.SET_UD_ADDR;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.START;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.WR_FLAGS;
import static org.rpcrdma.ibverbs.layout.ReceiveLayout.NUM_SGE;
import static org.rpcrdma.ibverbs.layout.ReceiveLayout.SGE_ADDRESS;
import static org.rpcrdma.ibverbs.layout.ReceiveLayout.SGE_LENGTH;
import static org.rpcrdma.ibverbs.layout.ReceiveLayout.SGE_SIZE;
import static org.rpcrdma.ibverbs.layout.ReceiveLayout.SG_LIST;
import static org.rpcrdma.ibverbs.layout.SendLayout.ATOMIC_RKEY;
import static org.rpcrdma.ibverbs.layout.SendLayout.ATOMIC_WRITE_VALUE;
import static org.rpcrdma.ibverbs.layout.SendLayout.BIND_MR;
import static org.rpcrdma.ibverbs.layout.SendLayout.COMPARE_ADD;
import static org.rpcrdma.ibverbs.layout.SendLayout.FLAGS;
import static org.rpcrdma.ibverbs.layout.SendLayout.FLUSH_LENGTH;
import static org.rpcrdma.ibverbs.layout.SendLayout.FLUSH_LEVEL;
import static org.rpcrdma.ibverbs.layout.SendLayout.FLUSH_TYPE;
import static org.rpcrdma.ibverbs.layout.SendLayout.IMM_OR_KEY;
import static org.rpcrdma.ibverbs.layout.SendLayout.MW;
import static org.rpcrdma.ibverbs.layout.SendLayout.MW_RKEY;
import static org.rpcrdma.ibverbs.layout.SendLayout.OPCODE;
import static org.rpcrdma.ibverbs.layout.SendLayout.OP_ATOMIC_CMP_AND_SWP;
import static org.rpcrdma.ibverbs.layout.SendLayout.OP_ATOMIC_FETCH_AND_ADD;
import static org.rpcrdma.ibverbs.layout.SendLayout.OP_ATOMIC_WRITE;
import static org.rpcrdma.ibverbs.layout.SendLayout.OP_BIND_MW;
import static org.rpcrdma.ibverbs.layout.SendLayout.OP_FLUSH;
import static org.rpcrdma.ibverbs.layout.SendLayout.OP_LOCAL_INV;
import static org.rpcrdma.ibverbs.layout.SendLayout.OP_RDMA_READ;
import static org.rpcrdma.ibverbs.layout.SendLayout.OP_RDMA_WRITE;
import static org.rpcrdma.ibverbs.layout.SendLayout.OP_RDMA_WRITE_WITH_IMM;
import static org.rpcrdma.ibverbs.layout.SendLayout.OP_SEND;
import static org.rpcrdma.ibverbs.layout.SendLayout.OP_SEND_WITH_IMM;
import static org.rpcrdma.ibverbs.layout.SendLayout.OP_SEND_WITH_INV;
import static org.rpcrdma.ibverbs.layout.SendLayout.REMOTE_ADDRESS;
import static org.rpcrdma.ibverbs.layout.SendLayout.RKEY;
import static org.rpcrdma.ibverbs.layout.SendLayout.SWAP;
import static org.rpcrdma.ibverbs.layout.SendLayout.UD_AH;
import static org.rpcrdma.ibverbs.layout.SendLayout.UD_QKEY;
import static org.rpcrdma.ibverbs.layout.SendLayout.UD_QPN;
import static org.rpcrdma.verbs.Errno.EINVAL;
import static org.rpcrdma.verbs.Errno.EOPNOTSUPP;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout;
import org.rpcrdma.ibverbs.layout.ReceiveLayout;
import org.rpcrdma.ibverbs.library.Errnos;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.library.NativeFunction;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/**
 * Posts a staged chain with the functions of {@code struct ibv_qp_ex}, so that the driver posts either all requests or
 * none. The driver may hold the queue pair's lock from the first call to the last. Therefore, nothing that can fail is
 * called in between. Allocates nothing.
 */
@SuppressWarnings("restricted")
public final class ExtendedPosting {
    private static final int OPCODES = OP_ATOMIC_WRITE + 1;

    /** The value for an opcode that has no function in this class. */
    private static final long NONE = -1;

    /**
     * Calls any of the functions. Some functions have fewer parameters than are passed, which is harmless because of
     * the way in which the x86-64 ABI passes integers.
     */
    private static final MethodHandle CALL = Linker.nativeLinker()
            .downcallHandle(
                    FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));

    private final long queuePair;
    private final QueuePairType type;
    private final QueuePairCapabilities sizes;

    /** The function for each opcode; null if the queue pair was created without the operation. */
    private final MemorySegment[] builders = new MemorySegment[OPCODES];

    private final MemorySegment setAddress;
    private final MemorySegment setElements;
    private final MemorySegment setInline;
    private final MemorySegment start;
    private final MemorySegment complete;
    private final MemorySegment abort;
    private final MemorySegment gathered;

    /**
     * @param queuePair  the {@code struct ibv_qp_ex}.
     * @param operations the bits of the operations for which the queue pair was created.
     * @param sizes      the granted sizes.
     */
    public ExtendedPosting(
            final long queuePair, final QueuePairType type, final int operations, final QueuePairCapabilities sizes) {
        this.queuePair = queuePair;
        this.sizes = sizes;
        this.type = type;
        for (int opcode = 0; opcode < OPCODES; opcode++) {
            final long builder = builder(opcode);
            builders[opcode] = builder == NONE || (operations & SendOperations.bit(opcode)) == 0 ? null : at(builder);
        }
        setAddress = at(SET_UD_ADDR);
        setElements = at(SET_SGE_LIST);
        setInline = at(SET_INLINE_DATA);
        start = at(START);
        complete = at(COMPLETE);
        abort = at(ABORT);
        gathered = Arena.ofAuto().allocate(Math.max(1, sizes.maxInlineData()));
    }

    private MemorySegment at(final long field) {
        return Native.at(Native.getLong(queuePair + field));
    }

    private static long builder(final int opcode) {
        return switch (opcode) {
            case OP_RDMA_WRITE -> RDMA_WRITE;
            case OP_RDMA_WRITE_WITH_IMM -> RDMA_WRITE_IMM;
            case OP_SEND -> SEND;
            case OP_SEND_WITH_IMM -> SEND_IMM;
            case OP_RDMA_READ -> RDMA_READ;
            case OP_ATOMIC_CMP_AND_SWP -> ATOMIC_CMP_SWP;
            case OP_ATOMIC_FETCH_AND_ADD -> ATOMIC_FETCH_ADD;
            case OP_LOCAL_INV -> LOCAL_INV;
            case OP_BIND_MW -> BIND_MW;
            case OP_SEND_WITH_INV -> SEND_INV;
            case OP_FLUSH -> FLUSH;
            case OP_ATOMIC_WRITE -> ATOMIC_WRITE;
            default -> NONE;
        };
    }

    /**
     * Throws an exception for requests that the functions would misinterpret. Requests that the functions themselves
     * reject are reported later, when the chain is completed.
     */
    public void check(final IbvSendChain chain) {
        for (int i = 0; i < chain.size(); i++) {
            final MemorySegment requests = chain.requests;
            final long at = chain.offset(i);
            final int opcode = requests.get(JAVA_INT, at + OPCODE);
            if (builders[opcode] == null) {
                throw Errnos.post(
                        EOPNOTSUPP.value(), "the queue pair does not support the operation: opcode=" + opcode, i);
            }
            final int elements = requests.get(JAVA_INT, at + NUM_SGE);
            if (elements > sizes.maxSendSge()) {
                throw Errnos.post(
                        EINVAL.value(), "too many elements: elements=" + elements + " limit=" + sizes.maxSendSge(), i);
            }
            if ((requests.get(JAVA_INT, at + FLAGS) & SendRequests.INLINE) != 0) {
                checkInline(requests.get(JAVA_LONG, at + SG_LIST), elements, i);
            }
        }
    }

    private void checkInline(final long list, final int elements, final int index) {
        long bytes = 0;
        for (int i = 0; i < elements; i++) {
            bytes += length(list + SGE_SIZE * i);
        }
        if (bytes > sizes.maxInlineData()) {
            throw Errnos.post(
                    EINVAL.value(),
                    "inline data is too long: bytes=" + bytes + " limit=" + sizes.maxInlineData(),
                    index);
        }
    }

    /** Posts a checked chain. Returns 0, or an errno if nothing was posted. */
    public int post(final IbvSendChain chain) {
        boolean isComplete = false;
        call(start, 0, 0, 0, 0);
        try {
            for (int i = 0; i < chain.size(); i++) {
                build(chain.requests, chain.offset(i));
            }
            isComplete = true;
            return call(complete, 0, 0, 0, 0);
        } finally {
            if (!isComplete) {
                call(abort, 0, 0, 0, 0);
            }
        }
    }

    private void build(final MemorySegment requests, final long at) {
        final int flags = requests.get(JAVA_INT, at + FLAGS);
        final int opcode = requests.get(JAVA_INT, at + OPCODE);
        final int value = requests.get(JAVA_INT, at + IMM_OR_KEY);
        final long remote = requests.get(JAVA_LONG, at + REMOTE_ADDRESS);
        final int rkey = requests.get(JAVA_INT, at + RKEY);
        final long operand = requests.get(JAVA_LONG, at + COMPARE_ADD);
        final int atomicRkey = requests.get(JAVA_INT, at + ATOMIC_RKEY);
        Native.setLong(queuePair + ExtendedQueuePairLayout.WR_ID, requests.get(JAVA_LONG, at + ReceiveLayout.WR_ID));
        Native.setInt(queuePair + WR_FLAGS, flags);
        final MemorySegment builder = builders[opcode];
        switch (opcode) {
            case OP_RDMA_WRITE, OP_RDMA_READ -> call(builder, rkey, remote, 0, 0);
            case OP_RDMA_WRITE_WITH_IMM -> call(builder, rkey, remote, value, 0);
            case OP_ATOMIC_CMP_AND_SWP ->
                call(builder, atomicRkey, remote, operand, requests.get(JAVA_LONG, at + SWAP));
            case OP_ATOMIC_FETCH_AND_ADD -> call(builder, atomicRkey, remote, operand, 0);
            case OP_BIND_MW ->
                call(
                        builder,
                        requests.get(JAVA_LONG, at + MW),
                        requests.get(JAVA_INT, at + MW_RKEY),
                        requests.address() + at + BIND_MR,
                        0);
            case OP_ATOMIC_WRITE -> call(builder, rkey, remote, requests.address() + at + ATOMIC_WRITE_VALUE, 0);
            case OP_FLUSH ->
                call(
                        builder,
                        rkey,
                        remote,
                        requests.get(JAVA_LONG, at + FLUSH_LENGTH),
                        requests.get(JAVA_INT, at + FLUSH_TYPE),
                        requests.get(JAVA_INT, at + FLUSH_LEVEL));
            default -> call(builder, value, 0, 0, 0);
        }
        if (hasElements(opcode)) {
            address(requests, at);
            data(requests, at, (flags & SendRequests.INLINE) != 0);
        }
    }

    private static boolean hasElements(final int opcode) {
        return switch (opcode) {
            case OP_BIND_MW, OP_LOCAL_INV, OP_FLUSH, OP_ATOMIC_WRITE -> false;
            default -> true;
        };
    }

    private void address(final MemorySegment requests, final long at) {
        if (type == QueuePairType.UD) {
            call(
                    setAddress,
                    requests.get(JAVA_LONG, at + UD_AH),
                    requests.get(JAVA_INT, at + UD_QPN),
                    requests.get(JAVA_INT, at + UD_QKEY),
                    0);
        }
    }

    private void data(final MemorySegment requests, final long at, final boolean isInline) {
        final int count = requests.get(JAVA_INT, at + NUM_SGE);
        final long list = requests.get(JAVA_LONG, at + SG_LIST);
        if (!isInline) {
            call(setElements, count, list, 0, 0);
        } else if (count == 1) {
            call(setInline, Native.getLong(list + SGE_ADDRESS), length(list), 0, 0);
        } else {
            call(setInline, gathered.address(), gather(list, count), 0, 0);
        }
    }

    /**
     * Copies elements into one contiguous buffer and returns the number of bytes. The function that accepts a list of
     * elements cannot be used, because with it soft-RoCE's provider (at least in rdma-core 44) sends no data.
     */
    private long gather(final long list, final int count) {
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            final long element = list + SGE_SIZE * i;
            Native.copy(Native.getLong(element + SGE_ADDRESS), gathered, bytes, length(element));
            bytes += length(element);
        }
        return bytes;
    }

    private static long length(final long element) {
        return Integer.toUnsignedLong(Native.getInt(element + SGE_LENGTH));
    }

    private int call(final MemorySegment function, final long a, final long b, final long c, final long d) {
        return call(function, a, b, c, d, 0);
    }

    private int call(
            final MemorySegment function, final long a, final long b, final long c, final long d, final long e) {
        try {
            return (int) CALL.invokeExact(function, queuePair, a, b, c, d, e);
        } catch (final Throwable thrown) {
            throw NativeFunction.unexpected(thrown);
        }
    }
}
