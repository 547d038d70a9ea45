// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import java.util.Locale;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.bench.ComparedStrategy;
import org.rpcrdma.bench.ComparisonOutcome;
import org.rpcrdma.bench.ReceiveBufferComparison;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/** Compares a custom mapper with one mapping per buffer and with one mapping per shard. */
public final class OwnMapperComparison {
    /** Maps shards in pieces of 16 KB, as on a host without longer contiguous memory. */
    static final class PieceMapper implements ShardMapper {
        private static final int PIECE = 16_384;

        private final DmaMapper dma;
        private final int lkey;

        PieceMapper(final ProtectionDomain domain) {
            dma = domain.device().dma();
            lkey = domain.localDmaLkey();
        }

        @Override
        public ShardMapping map(final MemoryBlock shard) {
            final Pieces pieces = new Pieces((int) (shard.length() / PIECE));
            try {
                pieces.map(shard.address());
            } catch (final VerbsException e) {
                pieces.close(); // nothing of the shard stays mapped
                throw e;
            }
            return pieces;
        }

        /** A shard's mappings. */
        private final class Pieces implements ShardMapping {
            private final long[] iovas;
            private int mapped;

            Pieces(final int count) {
                iovas = new long[count];
            }

            void map(final long address) {
                while (mapped < iovas.length) {
                    iovas[mapped] = dma.map(address + (long) mapped * PIECE, PIECE, DmaDirection.FROM_DEVICE);
                    mapped++;
                }
            }

            @Override
            public long iova(final int offset) {
                return iovas[offset / PIECE] + offset % PIECE;
            }

            @Override
            public int lkey(final int offset) {
                return lkey;
            }

            @Override
            public void syncForCpu(final int offset, final int length) {
                dma.syncForCpu(iova(offset), length, DmaDirection.FROM_DEVICE);
            }

            @Override
            public int mappings() {
                return mapped;
            }

            @Override
            public long pages() {
                return bytes() / dma.pageSize();
            }

            @Override
            public long bytes() {
                return (long) mapped * PIECE;
            }

            @Override
            public void close() {
                while (mapped > 0) {
                    dma.unmap(iovas[mapped - 1], PIECE, DmaDirection.FROM_DEVICE);
                    mapped--;
                }
            }
        }
    }

    public static void main(final String[] arguments) {
        final ComparisonOutcome outcome = new ReceiveBufferComparison(new ComparisonSettings.Builder()
                        .capture("nfs3")
                        .connections(8)
                        .seeds(1, 3)
                        .strategies(
                                Strategy.PER_BUFFER_DMA, // the first is the baseline
                                Strategy.SHARD_DMA,
                                Strategy.own("pieces-16k", (domain, loop) -> new PieceMapper(domain)))
                        .build())
                .run();

        System.out.println("strategy         mappings   set-up us   buffers us");
        for (final ComparedStrategy strategy : outcome.strategies()) {
            System.out.printf(
                    Locale.ROOT,
                    "%-15s %,9.0f %11.1f %12.1f%n",
                    strategy.name(),
                    strategy.mappings().median(),
                    strategy.setupNanos().median() / 1000,
                    strategy.receiveBufferNanos().median() / 1000);
        }
        System.out.println("wrong bytes: " + outcome.strategy("pieces-16k").corruptions());
    }
}
