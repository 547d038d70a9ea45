// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.List;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.host.HostSettings;
import org.rpcrdma.nic.config.MemoryMode;

/** The checked settings of a comparison.
 *
 * @param traffic     how connections come and go
 * @param credits     RPCs a client may have outstanding, and Receives posted for it
 * @param buffers     Receive buffers of a connection
 * @param bufferSize  bytes of a Receive buffer
 * @param shardSize   bytes of a shard
 * @param memory      the memory behind the addresses of Receive buffers
 * @param sharedArena true if all connections share one arena
 * @param warmPools   true if FRMR pools have the regions of all connections when the first one comes
 * @param sends       where send buffers come from
 * @param host        the server's processors and threads
 * @param hardware    the simulated hosts and NICs
 * @param seeds       decide everything that is random
 * @param strategies  the strategies to compare, in order
 */
public record ComparisonSettings(
        Traffic traffic,
        int credits,
        int buffers,
        int bufferSize,
        int shardSize,
        MemoryMode memory,
        boolean sharedArena,
        boolean warmPools,
        Sends sends,
        HostSettings host,
        Hardware hardware,
        Seeds seeds,
        List<Strategy> strategies) {
    /** Receives that are posted at once when Receives run low (the kernel's RPCRDMA_MAX_RECV_BATCH). */
    public static final int RECEIVE_BATCH = 7;

    private static final int MIN_SHARD = 4096;
    private static final int MAX_SHARD = 2 << 20;
    /** The least size that RFC 8797 private data can express; the largest is 256 KB. */
    private static final int MIN_BUFFER = 1 << 10;

    private static final int MAX_BUFFER = 256 << 10;
    /** One a shard at worst, and an arena has 65,536 shards. */
    private static final int MAX_BUFFERS = 65_536;

    private static final int MAX_CREDITS = 16_384;

    public ComparisonSettings {
        InputException.checkRange("--credits", credits, 1, MAX_CREDITS);
        powerOfTwo("--shard-size", shardSize, MIN_SHARD, MAX_SHARD);
        powerOfTwo("--buffer-size", bufferSize, MIN_BUFFER, MAX_BUFFER);
        if (bufferSize > shardSize) {
            throw new InputException(
                    "--buffer-size must not be larger than a shard: " + bufferSize + ", limit " + shardSize);
        }
        if (buffers < credits || buffers > MAX_BUFFERS) {
            throw new InputException(
                    "--buffers must be from " + credits + ", the credits, to " + MAX_BUFFERS + ": " + buffers);
        }
        if (memory == MemoryMode.BACKED) {
            fitsInMemory((long) traffic.connections() * (buffers + credits) * bufferSize);
        }
    }

    /** Returns the connections that each make the load's calls. */
    public int connections() {
        return traffic.connections();
    }

    /** Returns the first seed. */
    public long seed() {
        return seeds.first();
    }

    /** Returns the same with other strategies and seeds. */
    ComparisonSettings with(final List<Strategy> others, final Seeds otherSeeds) {
        return new ComparisonSettings(
                traffic,
                credits,
                buffers,
                bufferSize,
                shardSize,
                memory,
                sharedArena,
                warmPools,
                sends,
                host,
                hardware,
                otherSeeds,
                others);
    }

    /** Returns a buffer for each posted Receive and one for each RPC in process, and a batch. */
    public static int defaultBuffers(final int credits) {
        return 2 * credits + RECEIVE_BATCH;
    }

    /** Buffers are direct memory, of which the JVM gives out as much as its heap may have. */
    private static void fitsInMemory(final long bytes) {
        final long limit = Runtime.getRuntime().maxMemory();
        if (bytes > limit) {
            throw new InputException("the connections' buffers need " + (bytes >> 20) + " MB, limit " + (limit >> 20)
                    + " MB; RPCRDMA_JAVA_OPTS=-Xmx... raises it");
        }
    }

    private static void powerOfTwo(final String option, final int value, final int least, final int most) {
        InputException.checkRange(option, value, least, most);
        if (Integer.bitCount(value) != 1) {
            throw new InputException(option + " must be a power of two: " + value);
        }
    }
}
