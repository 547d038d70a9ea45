// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * A fake device that provides addresses without memory, and only records its mappings. Its calls fail on demand.
 * Thread-safe.
 */
public final class FakeDevice implements DmaMapper, MemoryAllocator {
    public static final int LKEY = 0x1234;
    static final int PAGE = 4096;

    public final TreeMap<Long, Block> blocks = new TreeMap<>();
    /** The mappings by iova. Only this class changes the map. */
    public final TreeMap<Long, Mapping> mappings = new TreeMap<>();
    /** The number of mappings that begin at each address. */
    private final TreeMap<Long, Integer> mappedAddresses = new TreeMap<>();

    public final List<String> syncs = new ArrayList<>();
    int mapped;
    int allocated;
    public int allocationsLeft = Integer.MAX_VALUE;
    public int mappingsLeft = Integer.MAX_VALUE;
    public long mostBytes = Long.MAX_VALUE;
    public Long stuckIova;
    private long nextAddress = 0x8010_0000L;
    private long nextIova = 0x8000_0000L;

    public ProtectionDomain domain() {
        return domain(this);
    }

    /** Returns a domain of a device with a different DMA mapper. */
    static ProtectionDomain domain(final DmaMapper dma) {
        final Device device = fake(Device.class, Map.of("dma", dma));
        return fake(ProtectionDomain.class, Map.of("device", device, "localDmaLkey", LKEY));
    }

    /**
     * Returns the context of an arena on this device whose stripes keep no buffers, so that every buffer comes from the
     * shards.
     */
    public ReceiveArena.Context context() {
        return stripedContext().stripeSize(0);
    }

    /** Returns the context of an arena on this device, with the default settings. */
    public ReceiveArena.Context stripedContext() {
        return new ReceiveArena.Context().mapper(new DmaShardMapper(domain())).memory(this);
    }

    /** Closes an arena, and asserts that nothing remains mapped or allocated. */
    public void closeWholly(final ReceiveArena arena) {
        arena.close();
        assertNothingLeft();
    }

    public void assertNothingLeft() {
        assertEquals(Map.of(), mappings, "mapped");
        assertEquals(Map.of(), blocks, "allocated");
    }

    /** Returns true if the memory at an address is allocated and mapped. */
    public synchronized boolean isMapped(final long address) {
        final Map.Entry<Long, Block> block = blocks.floorEntry(address);
        return block != null
                && address < block.getKey() + block.getValue().length
                && mappings.values().stream()
                        .anyMatch(mapping -> address >= mapping.address && address < mapping.address + mapping.length);
    }

    private static <T> T fake(final Class<T> type, final Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (!answers.containsKey(method.getName())) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    return answers.get(method.getName());
                }));
    }

    @Override
    public synchronized MemoryBlock allocate(final long length, final long alignment) {
        if (length > mostBytes || allocationsLeft-- <= 0) {
            throw new VerbsException(Errno.ENOMEM, "no memory: length=" + length);
        }
        // Leave an odd gap between blocks, so that only the requested alignment is guaranteed.
        nextAddress = align(nextAddress + PAGE, alignment);
        final Block block = new Block(nextAddress, length);
        blocks.put(block.address, block);
        nextAddress += length;
        allocated++;
        return block;
    }

    @Override
    public synchronized long map(final long address, final long length, final DmaDirection direction) {
        if (mappingsLeft-- <= 0) {
            throw new VerbsException(Errno.ENOMEM, "no iova: length=" + length);
        }
        final Map.Entry<Long, Block> block = blocks.floorEntry(address);
        if (block == null || address + length > block.getKey() + block.getValue().length) {
            throw new VerbsException(Errno.EFAULT, "range is not in a memory block: address=" + address);
        }
        nextIova = align(nextIova, Math.max(PAGE, Long.highestOneBit(length)));
        final long iova = nextIova + address % PAGE;
        mappings.put(iova, new Mapping(address, length, direction));
        mappedAddresses.merge(address, 1, Integer::sum);
        nextIova += length + 2 * PAGE;
        mapped++;
        return iova;
    }

    @Override
    public synchronized void unmap(final long iova, final long length, final DmaDirection direction) {
        if (stuckIova != null && stuckIova == iova) {
            throw new VerbsException(Errno.EBUSY, "stuck: iova=" + iova);
        }
        final Mapping mapping = mappings.get(iova);
        if (mapping == null || mapping.length != length || mapping.direction != direction) {
            throw new VerbsException(Errno.EINVAL, "no such mapping: iova=" + iova);
        }
        mappings.remove(iova);
        mappedAddresses.computeIfPresent(mapping.address, (address, count) -> count == 1 ? null : count - 1);
    }

    @Override
    public synchronized void syncForCpu(final long iova, final long length, final DmaDirection direction) {
        syncs.add("iova=" + iova + " length=" + length + " " + direction);
    }

    @Override
    public int pageSize() {
        return PAGE;
    }

    /** Returns the memory address of the byte that the device accesses at an iova. */
    public synchronized long addressOf(final long iova) {
        final Map.Entry<Long, Mapping> entry = mappings.floorEntry(iova);
        if (entry != null && iova < entry.getKey() + entry.getValue().length) {
            return entry.getValue().address + iova - entry.getKey();
        }
        throw new AssertionError("not mapped: iova=" + iova);
    }

    private static long align(final long value, final long alignment) {
        return value + alignment - 1 & -alignment;
    }

    record Mapping(long address, long length, DmaDirection direction) {}

    final class Block implements AddressBlock {
        final long address;
        final long length;

        Block(final long address, final long length) {
            this.address = address;
            this.length = length;
        }

        @Override
        public long address() {
            return address;
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public void close() {
            synchronized (FakeDevice.this) {
                final Long mapped = mappedAddresses.ceilingKey(address);
                if (mapped != null && mapped < address + length) {
                    throw new VerbsException(Errno.EBUSY, "still mapped: address=" + address);
                }
                if (blocks.remove(address) == null) {
                    throw new VerbsException(Errno.EINVAL, "closed already: address=" + address);
                }
            }
        }
    }
}
