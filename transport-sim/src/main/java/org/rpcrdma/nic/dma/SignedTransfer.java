// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.dma;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.rpcrdma.nic.host.HostBytes;
import org.rpcrdma.nic.iommu.Iommu;
import org.rpcrdma.nic.iommu.PageTable;
import org.rpcrdma.nic.key.MemoryKey;
import org.rpcrdma.nic.key.signature.BlockGuard;
import org.rpcrdma.nic.key.signature.KeySignature;
import org.rpcrdma.nic.key.signature.SignedBlocks;
import org.rpcrdma.nic.link.Packet;

/**
 * Transfers through keys whose blocks have signatures. Data is copied in runs that end with a block in memory or on the
 * wire; there signatures are generated, checked, copied or dropped:
 *
 * <pre>
 * read:   data ends a block in memory  -&gt; its signature there is checked
 *         signature on the wire        -&gt; calculated from the block, or taken from memory
 * write:  data ends a block in memory  -&gt; its signature is calculated, and written behind it
 *         signature on the wire        -&gt; checked against the block; also written if parts of it are copied
 * </pre>
 *
 * <p>Guards are calculated from whole blocks in memory, so that packets may begin and end anywhere, and be
 * retransmitted.
 */
final class SignedTransfer {
    private final DmaTransfer transfer;
    /** Made when a signature comes by first: few of many devices have one. */
    private ByteBuffer scratch;

    private boolean isFault;
    private boolean isBad;

    SignedTransfer(final DmaTransfer transfer) {
        this.transfer = transfer;
    }

    void begin() {
        isBad = false;
    }

    /** Returns true if the transfer found a wrong signature, the first of its key. */
    boolean isBad() {
        return isBad;
    }

    /** As {@link DmaTransfer#gather}. */
    boolean gather(final Packet packet, final MemoryKey key, final long address, final int length) {
        final SignedBlocks wire = key.signature().wire();
        isFault = false;
        for (int done = 0; done < length && !isFault; ) {
            final int bytes = (int) Math.min(wire.left(address + done), length - done);
            done += wire.isSignature(address + done)
                    ? addSignature(packet, key, address + done, bytes)
                    : addData(packet, key, wire.data(address + done), bytes);
        }
        return !isFault;
    }

    private int addData(final Packet packet, final MemoryKey key, final long data, final int most) {
        final SignedBlocks memory = key.signature().memory();
        final int bytes = (int) Math.min(memory.leftInBlock(data), most);
        isFault = !transfer.gatherPieces(packet, key, memory.position(data), bytes);
        if (!isFault && bytes == memory.leftInBlock(data)) {
            final long block = data / memory.blockLength();
            if (key.signature().hasRoomInMemory(block)) {
                check(key, memory, block, load(key, block));
            }
        }
        return bytes;
    }

    private int addSignature(final Packet packet, final MemoryKey key, final long at, final int bytes) {
        final KeySignature signature = key.signature();
        final SignedBlocks wire = signature.wire();
        final long block = wire.block(at);
        final long calculated = wire.signatureOf(block, guardOf(key, wire, block));
        final boolean isCopied = signature.copies() && signature.hasRoomInMemory(block);
        wire.store(scratch(), isCopied ? signature.outgoing(calculated, load(key, block)) : calculated);
        packet.payload.addCopy(scratch() + at - wire.signature(block), bytes);
        return bytes;
    }

    /** As {@link DmaTransfer#scatter}. */
    boolean scatter(final Packet packet, final MemoryKey key, final long address, final int length) {
        final SignedBlocks wire = key.signature().wire();
        isFault = false;
        for (int done = 0; done < length && !isFault; ) {
            final int bytes = (int) Math.min(wire.left(address + done), length - done);
            done += wire.isSignature(address + done)
                    ? takeSignature(packet, key, address + done, bytes)
                    : takeData(packet, key, wire.data(address + done), bytes);
        }
        return !isFault;
    }

    private int takeData(final Packet packet, final MemoryKey key, final long data, final int most) {
        final KeySignature signature = key.signature();
        final SignedBlocks memory = signature.memory();
        final int bytes = (int) Math.min(memory.leftInBlock(data), most);
        isFault = !transfer.scatterPieces(packet, key, memory.position(data), bytes);
        if (!isFault && bytes == memory.leftInBlock(data) && !signature.copies()) {
            final long block = data / memory.blockLength();
            if (signature.hasRoomInMemory(block)) {
                write(key, block, memory.signatureOf(block, guardOf(key, memory, block)));
            }
        }
        return bytes;
    }

    private int takeSignature(final Packet packet, final MemoryKey key, final long at, final int bytes) {
        final KeySignature signature = key.signature();
        final SignedBlocks wire = signature.wire();
        final long block = wire.block(at);
        final int first = (int) (at - wire.signature(block));
        packet.payload.copyTo(signature.arriving(first), bytes);
        if (signature.arrive(first, bytes)) {
            final long incoming = wire.load(signature.arriving(0));
            check(key, wire, block, incoming);
            if (signature.copies() && signature.hasRoomInMemory(block)) {
                final long calculated = signature.memory().signatureOf(block, guardOf(key, signature.memory(), block));
                write(key, block, signature.outgoing(calculated, incoming));
            }
        }
        return bytes;
    }

    private void check(final MemoryKey key, final SignedBlocks in, final long block, final long incoming) {
        final long guard = guardOf(key, in, block);
        isBad |= !isFault && !key.signature().check(in, block, guard, incoming);
    }

    /** Writes the signature of a block behind it in memory. */
    private void write(final MemoryKey key, final long block, final long signature) {
        final SignedBlocks memory = key.signature().memory();
        memory.store(scratch(), signature);
        for (int i = 0; i < memory.signatureLength() && !isFault; i++) {
            final long target =
                    transfer.target(key.dmaAddress(memory.signature(block) + i), 1, PageTable.DEVICE_WRITES);
            isFault = target == Iommu.FAULT;
            if (!isFault) {
                HostBytes.copy(scratch() + i, target, 1);
            }
        }
    }

    /** Returns the signature of a block in memory. */
    private long load(final MemoryKey key, final long block) {
        final SignedBlocks memory = key.signature().memory();
        for (int i = 0; i < memory.signatureLength() && !isFault; i++) {
            final long source = transfer.observed(key.dmaAddress(memory.signature(block) + i), 1);
            isFault = source == Iommu.FAULT;
            if (!isFault) {
                HostBytes.copy(source, scratch() + i, 1);
            }
        }
        return memory.load(scratch());
    }

    private long scratch() {
        if (scratch == null) {
            scratch = ByteBuffer.allocateDirect(Long.BYTES);
        }
        return BufferUtil.address(scratch);
    }

    /** Returns the guard of a block, in memory or on the wire, calculated from the data in memory. */
    private long guardOf(final MemoryKey key, final SignedBlocks blocks, final long block) {
        final SignedBlocks memory = key.signature().memory();
        final BlockGuard guard = blocks.guard();
        final long first = block * blocks.blockLength();
        long register = guard.begin(blocks.domain().seed());
        for (int done = 0; done < blocks.blockLength() && !isFault; ) {
            final long place = memory.position(first + done);
            final long run = Math.min(blocks.blockLength() - done, memory.leftInBlock(first + done));
            final int bytes = key.contiguous(place, (int) run);
            final long source = transfer.observed(key.dmaAddress(place), bytes);
            isFault = source == Iommu.FAULT;
            register = isFault ? register : guard.add(register, source, bytes, done);
            done += bytes;
        }
        return guard.end(register);
    }
}
