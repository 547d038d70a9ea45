// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.nio.ByteBuffer;
import org.agrona.BitUtil;
import org.dcache.oncrpc4j.grizzly.GrizzlyMemoryManager;
import org.dcache.oncrpc4j.xdr.BadXdrOncRpcException;
import org.dcache.oncrpc4j.xdr.Xdr;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.BuffersBuffer;
import org.glassfish.grizzly.memory.ByteBufferWrapper;

/**
 * A received message with the bytes of its chunks in place. Later, the same object encodes the reply.
 *
 * <pre>
 *   | head .......... | chunk 0 ........ | padding | more of the head ... | chunk 1 | padding |
 *     heap              as received                 heap
 * </pre>
 *
 * <p>A reply is encoded in separate buffers, because it may refer to bytes of the call.
 */
final class ReceivedXdr extends Xdr {
    private static final int XDR_UNIT = 4;

    /** The minimum length of an opaque that is not copied while an answer is encoded. */
    private static final int LONG_OPAQUE = 1024;

    private final int[] positions;
    private final ByteBuffer[] chunks;
    private final boolean isInPlace;

    private ReceivedXdr(
            final Buffer message, final int[] positions, final ByteBuffer[] chunks, final boolean isInPlace) {
        super(new byte[0]);
        _buffer = message;
        this.positions = positions;
        this.chunks = chunks;
        this.isInPlace = isInPlace;
    }

    /**
     * Assembles the message.
     *
     * @param head      the message without the chunks.
     * @param positions the chunks' positions in the complete message, ascending.
     * @param chunks    the chunks' bytes, without padding.
     * @param isInPlace true if programs receive the chunks' memory without a copy.
     * @throws IllegalArgumentException if a chunk's position is outside the message.
     */
    static ReceivedXdr of(
            final ByteBuffer head, final int[] positions, final ByteBuffer[] chunks, final boolean isInPlace) {
        if (positions.length == 0) {
            return new ReceivedXdr(new ByteBufferWrapper(head.slice()), positions, chunks, isInPlace);
        }
        final BuffersBuffer whole = BuffersBuffer.create(GrizzlyMemoryManager.getDefaultMemoryManager());
        int used = 0;
        int end = 0;
        for (int i = 0; i < positions.length; i++) {
            final int between = positions[i] - end;
            if (between < 0 || between > head.remaining() - used) {
                throw new IllegalArgumentException("chunk position is outside the message: position=" + positions[i]
                        + " message=" + head.remaining() + " (excluding its chunks)");
            }
            append(whole, head, used, between);
            used += between;
            append(whole, chunks[i], 0, chunks[i].remaining());
            end = positions[i] + BitUtil.align(chunks[i].remaining(), XDR_UNIT);
            append(whole, ByteBuffer.allocate(XDR_UNIT), 0, end - positions[i] - chunks[i].remaining());
        }
        append(whole, head, used, head.remaining() - used);
        whole.position(0);
        return new ReceivedXdr(whole, positions, chunks, isInPlace);
    }

    private static void append(final BuffersBuffer whole, final ByteBuffer bytes, final int offset, final int length) {
        if (length > 0) {
            whole.append(new ByteBufferWrapper(bytes.slice(bytes.position() + offset, length)));
        }
    }

    @Override
    public ByteBuffer xdrDecodeByteBuffer() throws BadXdrOncRpcException {
        final int begin = _buffer.position();
        final int length = xdrDecodeInt();
        final int chunk = chunkAt(begin + XDR_UNIT);
        if (chunk < 0 || length < 0 || length > chunks[chunk].remaining()) {
            _buffer.position(begin);
            return super.xdrDecodeByteBuffer();
        }
        _buffer.position(begin + XDR_UNIT + BitUtil.align(length, XDR_UNIT));
        final ByteBuffer place = chunks[chunk].slice(chunks[chunk].position(), length);
        return isInPlace ? place : ByteBuffer.allocate(length).put(place).flip();
    }

    private int chunkAt(final int position) {
        for (int i = 0; i < positions.length; i++) {
            if (positions[i] == position) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Checks an array's length before oncrpc4j allocates the array. oncrpc4j itself allocates an array of any length
     * that a peer sends before it reads the elements.
     */
    private void requireElements(final int bytesEach) throws BadXdrOncRpcException {
        final int begin = _buffer.position();
        final int count = xdrDecodeInt();
        requireBytes((long) count * bytesEach);
        _buffer.position(begin);
    }

    /**
     * Throws an exception if too few bytes remain. The exception comes from a read beyond the end, because oncrpc4j
     * exports no constructor for it.
     */
    private void requireBytes(final long bytes) throws BadXdrOncRpcException {
        if (bytes < 0 || bytes > _buffer.remaining()) {
            _buffer.position(_buffer.limit());
            xdrDecodeInt();
        }
    }

    @Override
    public byte[] xdrDecodeOpaque(final int length) throws BadXdrOncRpcException {
        requireBytes(length);
        return super.xdrDecodeOpaque(length);
    }

    @Override
    public byte[] xdrDecodeDynamicOpaque() throws BadXdrOncRpcException {
        requireElements(1);
        return super.xdrDecodeDynamicOpaque();
    }

    @Override
    public String xdrDecodeString() throws BadXdrOncRpcException {
        requireElements(1);
        return super.xdrDecodeString();
    }

    @Override
    public byte[] xdrDecodeByteVector() throws BadXdrOncRpcException {
        requireElements(XDR_UNIT);
        return super.xdrDecodeByteVector();
    }

    @Override
    public short[] xdrDecodeShortVector() throws BadXdrOncRpcException {
        requireElements(XDR_UNIT);
        return super.xdrDecodeShortVector();
    }

    @Override
    public int[] xdrDecodeIntVector() throws BadXdrOncRpcException {
        requireElements(XDR_UNIT);
        return super.xdrDecodeIntVector();
    }

    @Override
    public long[] xdrDecodeLongVector() throws BadXdrOncRpcException {
        requireElements(Long.BYTES);
        return super.xdrDecodeLongVector();
    }

    @Override
    public float[] xdrDecodeFloatVector() throws BadXdrOncRpcException {
        requireElements(XDR_UNIT);
        return super.xdrDecodeFloatVector();
    }

    @Override
    public double[] xdrDecodeDoubleVector() throws BadXdrOncRpcException {
        requireElements(Double.BYTES);
        return super.xdrDecodeDoubleVector();
    }

    @Override
    public void beginEncoding() {
        _buffer = GrizzlyMemoryManager.allocate(INITIAL_XDR_SIZE);
        super.beginEncoding();
    }

    /**
     * Encodes long opaques in place, which is safe because the answer is sent before its encoder returns to the caller.
     */
    @Override
    public void xdrEncodeDynamicOpaque(final byte[] opaque) {
        if (opaque.length < LONG_OPAQUE) {
            super.xdrEncodeDynamicOpaque(opaque);
        } else {
            xdrEncodeShallowByteBuffer(ByteBuffer.wrap(opaque));
        }
    }

    /**
     * Encodes long buffers in place. Read-only bytes are copied when they are sent, as callers of this method expect.
     */
    @Override
    public void xdrEncodeByteBuffer(final ByteBuffer bytes) {
        if (bytes.remaining() < LONG_OPAQUE) {
            super.xdrEncodeByteBuffer(bytes);
        } else {
            xdrEncodeShallowByteBuffer(bytes.slice().asReadOnlyBuffer());
            bytes.position(bytes.limit());
        }
    }
}
