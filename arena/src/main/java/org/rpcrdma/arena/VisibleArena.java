// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import javax.management.ObjectName;
import org.rpcrdma.verbs.jvm.NamedBean;

/**
 * An arena that JMX clients see, as long as this is open, as {@code org.rpcrdma:type=Arena,name=NAME}: an {@link
 * ArenaMXBean}. Each attribute is read when it is asked for, on the client's thread. Thread-safe.
 */
public final class VisibleArena implements AutoCloseable {
    private static final String TYPE = "Arena";

    private final NamedBean bean;

    private VisibleArena(final NamedBean bean) {
        this.bean = bean;
    }

    /**
     * Makes an arena visible.
     *
     * @param name    its name: 1 to 63 letters, digits and {@code . _ / -}, the first a letter or a digit.
     * @param figures the arena's; they may outlive it.
     * @return takes it away again when it is closed.
     * @throws IllegalArgumentException if the name has another form, or there are no figures.
     * @throws IllegalStateException    if there is another of this name.
     */
    public static VisibleArena open(final String name, final ArenaMetrics figures) {
        if (figures == null) {
            throw new IllegalArgumentException("figures are required: name=" + name);
        }
        return new VisibleArena(NamedBean.register(TYPE, name, new Bean(figures)));
    }

    /**
     * Returns the name of a bean.
     *
     * @param name the name that it was opened with, or {@code *} for a pattern that all match.
     * @return the name.
     * @throws IllegalArgumentException if it cannot be part of one.
     */
    public static ObjectName objectName(final String name) {
        return NamedBean.objectName(TYPE, name);
    }

    /** Takes it away; does nothing a second time. */
    @Override
    public void close() {
        bean.close();
    }

    private record Bean(ArenaMetrics figures) implements ArenaMXBean {
        @Override
        public int getShards() {
            return figures.shards();
        }

        @Override
        public long getShardsGivenBack() {
            return figures.shardsGivenBack();
        }

        @Override
        public int getShardsStuck() {
            return figures.shardsStuck();
        }

        @Override
        public long getBuffers() {
            return figures.buffers();
        }

        @Override
        public long getBuffersInUse() {
            return figures.buffersInUse();
        }

        @Override
        public long getBuffersFree() {
            return figures.buffersFree();
        }

        @Override
        public long getBuffersCached() {
            return figures.buffersCached();
        }

        @Override
        public long getHighWater() {
            return figures.highWater();
        }

        @Override
        public long getMappings() {
            return figures.mappings();
        }

        @Override
        public long getIovaPages() {
            return figures.iovaPages();
        }

        @Override
        public long getBytesMapped() {
            return figures.bytesMapped();
        }

        @Override
        public long getBytesWasted() {
            return figures.bytesWasted();
        }

        @Override
        public long getBytesAllocated() {
            return figures.bytesAllocated();
        }

        @Override
        public long getMappingNanos() {
            return figures.mappingNanos();
        }
    }
}
