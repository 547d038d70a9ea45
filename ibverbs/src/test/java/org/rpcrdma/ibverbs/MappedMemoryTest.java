// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.ibverbs.device.MappedMemory;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;

class MappedMemoryTest {
    @ParameterizedTest
    @ValueSource(ints = {-1, 0})
    void shouldReturnZeroedMemoryWithTheRequestedAlignment(final int node) {
        final MappedMemory memory = new MappedMemory(node);
        final List<MemoryBlock> blocks = new ArrayList<>();
        for (final long alignment : new long[] {1, 4096, 65_536, 1 << 21, 1 << 23}) {
            for (final long length : new long[] {1, 5000, 65_536, 3 << 20}) {
                final MemoryBlock block = memory.allocate(length, alignment);
                assertEquals(0, block.address() % alignment, "alignment=" + alignment + " length=" + length);
                assertEquals(0, block.address() % (length < 1 << 21 ? 4096 : 1 << 21), "huge pages begin with it");
                assertEquals(length, block.length());
                final ByteBuffer bytes = block.buffer();
                assertEquals(ByteOrder.BIG_ENDIAN, bytes.order());
                assertEquals(0, bytes.get(0));
                bytes.put((int) length - 1, (byte) 1);
                assertEquals(1, block.buffer().get((int) length - 1), "the same memory each time");
                blocks.add(block);
            }
        }
        for (final MemoryBlock block : blocks) {
            assertEquals(block, memory.block(block.address() + block.length() - 1));
            block.close();
            assertEquals(null, memory.block(block.address()));
        }
    }

    @Test
    void shouldRefuseForeignBlocks() {
        final MappedMemory memory = new MappedMemory(-1);
        for (final long[] bad : new long[][] {{0, 1}, {-1, 1}, {Long.MAX_VALUE, 1}, {1, 0}, {1, 3}}) {
            assertErrno(Errno.EINVAL, () -> memory.allocate(bad[0], bad[1]));
        }
        assertErrno(Errno.ENOMEM, () -> memory.allocate(1L << 60, 1));
    }

    @Test
    void shouldReclaimPages() {
        final MemoryBlock block = new MappedMemory(-1).allocate(3 * 4096, 1);
        for (int i = 0; i < 3 * 4096; i++) {
            block.buffer().put(i, (byte) 7);
        }
        block.discard(4096, 1);
        assertEquals(7, block.buffer().get(4095));
        assertEquals(0, block.buffer().get(4096));
        assertEquals(0, block.buffer().get(8191), "whole pages");
        assertEquals(7, block.buffer().get(8192));
        assertThrows(VerbsException.class, () -> block.discard(0, 3 * 4096 + 1));
        block.close();
        assertErrno(Errno.EINVAL, block::close);
    }

    /** Without this check, the JVM would crash, possibly minutes later. */
    @Test
    void shouldFailIfAViewIsReadAfterItsBlockWasClosed() {
        final MemoryBlock block = new MappedMemory(-1).allocate(8192, 4096);
        final ByteBuffer view = block.buffer().put(0, (byte) 42);
        final ByteBuffer part = block.buffer().slice(4096, 10);
        block.close();
        assertThrows(IllegalStateException.class, () -> view.get(0));
        assertThrows(IllegalStateException.class, () -> part.put(0, (byte) 1));
        assertErrno(Errno.EINVAL, block::buffer);
    }

    @Test
    void shouldKeepBlocksThatAreRegistered() {
        try (FakeVerbs fake = new FakeVerbs()) {
            final List<Long> registered = new ArrayList<>();
            fake.on("ibv_reg_mr_iova2", (domain, address, length, iova, access, f) -> {
                registered.addAll(List.of(address, length, iova, access & 0xffff_ffffL));
                final long region = fake.object();
                Native.setInt(region + 36, 0x11);
                Native.setInt(region + 40, 0x22);
                return region;
            });
            final IbvDevice device = fake.open();
            final ExtendedProtectionDomain domain = device.allocateProtectionDomain();
            final MemoryBlock block = device.memory().allocate(8192, 4096);
            final long iova = 0x7000_0000L + 4096;
            final MemoryRegion region =
                    domain.registerMemory(block.address() + 4096, 100, iova, Access.LOCAL_WRITE | Access.REMOTE_READ);
            assertEquals(List.of(block.address() + 4096, 100L, iova, 5L), registered);
            assertEquals(0x11, region.lkey());
            assertEquals(0x22, region.rkey());
            assertEquals(iova, region.iova());
            assertErrno(Errno.EBUSY, block::close);
            assertErrno(Errno.EBUSY, () -> block.discard(0, 1));
            region.close();
            assertErrno(Errno.EINVAL, region::close);
            block.close();
        }
    }

    @Test
    void shouldRefuseInvalidRegions() {
        try (FakeVerbs fake = new FakeVerbs()) {
            final ExtendedProtectionDomain domain = fake.open().allocateProtectionDomain();
            for (final MemoryRegionAttributes bad : List.of(
                    new MemoryRegionAttributes(
                            1, 0, OptionalLong.of(4096), OptionalLong.empty(), OptionalInt.of(3), OptionalLong.of(0)),
                    new MemoryRegionAttributes(
                            1, 0, OptionalLong.empty(), OptionalLong.empty(), OptionalInt.of(3), OptionalLong.empty()),
                    new MemoryRegionAttributes(
                            1,
                            0,
                            OptionalLong.empty(),
                            OptionalLong.empty(),
                            OptionalInt.empty(),
                            OptionalLong.empty()))) {
                assertErrno(Errno.EINVAL, () -> domain.registerMemory(bad));
            }
            for (final long[] bad : new long[][] {
                {4096, 0, 4096, 0}, {4096, 1, 4097, 0}, {4096, 1, 4096, Access.REMOTE_WRITE}, {4096, -1, 4096, 0}
            }) {
                assertErrno(Errno.EINVAL, () -> domain.registerMemory(bad[0], bad[1], bad[2], (int) bad[3]));
            }
        }
    }
}
