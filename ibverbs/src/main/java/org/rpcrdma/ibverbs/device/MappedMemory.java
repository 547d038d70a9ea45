// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.rpcrdma.ibverbs.library.Libc;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/**
 * Native memory in whole pages ({@code mmap(2)}). If the device has a NUMA node, the pages are placed on that node
 * ({@code mbind(2)}). Blocks that are at least as large as a huge page use huge pages if the system supports them
 * ({@code madvise(2)}). Thread-safe.
 */
public final class MappedMemory implements MemoryAllocator {
    public static final int PAGE = 4096;
    static final long HUGE_PAGE = 1L << 21;

    /** The value used as the NUMA node of a device that does not report its node. */
    static final int ANY_NODE = -1;

    private static final long MOST_BYTES = Long.MAX_VALUE / 4;
    private static final int MAX_NODES = 1024;
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final String MEM_AVAILABLE = "MemAvailable:";
    private static final String MEM_TOTAL = "MemTotal:";

    private final ConcurrentSkipListMap<Long, MappedBlock> blocks = new ConcurrentSkipListMap<>();

    /** The NUMA node mask, with the bit of the device's node set; null if the node is unknown. */
    private final MemorySegment nodes;

    private volatile boolean closed;

    public MappedMemory(final int node) {
        nodes = node < 0 || node >= MAX_NODES ? null : Arena.ofAuto().allocate(MAX_NODES / Byte.SIZE, Long.BYTES);
        if (nodes != null) {
            nodes.set(JAVA_BYTE, node / Byte.SIZE, (byte) (1 << node % Byte.SIZE));
        }
    }

    @Override
    public MemoryBlock allocate(final long length, final long alignment) {
        if (length < 1 || length > MOST_BYTES || alignment < 1 || Long.bitCount(alignment) != 1 || closed) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "invalid memory block: length=" + length + " alignment=" + alignment + " closed=" + closed);
        }
        final long mapped = (length + PAGE - 1) / PAGE * PAGE;
        final long aligned = Math.max(alignment, mapped >= HUGE_PAGE ? HUGE_PAGE : PAGE);
        final MappedBlock block = newBlock(length, mapped, aligned);
        if (mapped >= HUGE_PAGE) {
            // This is best effort: the memory may consist of ordinary pages only.
            Libc.madvise(block.address(), mapped, Libc.MADV_HUGEPAGE);
        }
        return block;
    }

    /** {@inheritDoc} The huge pages are transparent huge pages, which the system's settings must permit. */
    @Override
    public MemoryBlock allocatePages(final long length, final int pageSize) {
        if (pageSize != PAGE && pageSize != HUGE_PAGE) {
            throw VerbsException.unsupported("memory in pages of " + pageSize + " bytes");
        }
        if (length < pageSize || length > MOST_BYTES || closed) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "invalid memory block: length=" + length + " pageSize=" + pageSize + " closed=" + closed);
        }
        final boolean isHuge = pageSize == HUGE_PAGE;
        final long mapped = (length + PAGE - 1) / PAGE * PAGE;
        if (isHuge && !hasHugePages()) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP, "transparent huge pages are disabled: file=" + HUGE_PAGES + " value=never");
        }
        final MappedBlock block = newBlock(length, mapped, pageSize);
        Libc.madvise(block.address(), mapped, isHuge ? Libc.MADV_HUGEPAGE : Libc.MADV_NOHUGEPAGE);
        return block;
    }

    private static boolean hasHugePages() {
        try {
            return !Files.readString(HUGE_PAGES).contains("[never]");
        } catch (final IOException e) {
            return false;
        }
    }

    private MappedBlock newBlock(final long length, final long mapped, final long alignment) {
        final long address = map(mapped, alignment);
        if (nodes != null) {
            // This is also best effort: if it fails, the system chooses the node.
            Libc.mbind(address, mapped, nodes);
        }
        final MappedBlock block = new MappedBlock(this, address, length, mapped);
        blocks.put(address, block);
        return block;
    }

    /**
     * Returns Linux's estimate of the memory that programs can allocate without swapping. Outside a container, the
     * estimate covers the whole host. In a container, the result is at most the unused part of the container's limit.
     */
    @Override
    public long available() {
        final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        try {
            return available(Files.readAllLines(MEMINFO), system.getTotalMemorySize(), system.getFreeMemorySize());
        } catch (final IOException e) {
            // The available memory is unknown, as it would be if meminfo lacked the line.
            return Long.MAX_VALUE;
        }
    }

    /**
     * Returns the available memory. It is computed from the lines of the host's meminfo and from the total and free
     * memory that the JVM reports, both of which reflect the container's limit if there is one. Without a limit, the
     * JVM's free memory is not used, because it does not include the caches that the host can drop.
     */
    static long available(final List<String> meminfo, final long total, final long free) {
        final long ofHost = bytes(meminfo, MEM_AVAILABLE);
        return total < bytes(meminfo, MEM_TOTAL) ? Math.min(ofHost, Math.max(0, free)) : ofHost;
    }

    private static long bytes(final List<String> meminfo, final String name) {
        return meminfo.stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }

    /**
     * Maps memory with an alignment. To do this, maps a larger range and then unmaps the pages before and after the
     * aligned part.
     */
    private static long map(final long length, final long alignment) {
        final long spare = alignment - PAGE;
        final long begin = Libc.mmap(length + spare);
        final long address = (begin + alignment - 1) & -alignment;
        Libc.munmap(begin, address - begin);
        Libc.munmap(address + length, begin + spare - address);
        return address;
    }

    void forget(final MappedBlock block) {
        blocks.remove(block.address(), block);
    }

    /** Returns the block that contains an address, or null if no block contains it. */
    public MappedBlock block(final long address) {
        final Map.Entry<Long, MappedBlock> below = blocks.floorEntry(address);
        return below != null && below.getValue().contains(address) ? below.getValue() : null;
    }

    /** Frees all memory that is still allocated. */
    public void close() {
        closed = true;
        blocks.values().forEach(MappedBlock::close);
    }
}
