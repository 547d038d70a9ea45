// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.function.Supplier;
import javax.management.ObjectName;
import org.rpcrdma.verbs.jvm.FigureBean;
import org.rpcrdma.verbs.jvm.NamedBean;

/**
 * Exposes an arena to monitoring until this object is closed. JMX clients and {@code rpcrdma stat} find it as the
 * {@link ArenaMXBean} {@code org.rpcrdma:type=Arena,name=NAME}; Flight Recorder records the event
 * {@code org.rpcrdma.ArenaFigures}. Figures are read on demand, on the reader's thread. Thread-safe.
 */
public final class VisibleArena implements AutoCloseable {
    /**
     * The system property that is set in a JVM with visible arenas. The command {@code stat} does not start a
     * management agent in other JVMs.
     */
    public static final String ARENAS_PROPERTY = "org.rpcrdma.arenas";

    private static final String TYPE = "Arena";

    private final String name;
    private final NamedBean bean;

    private VisibleArena(final String name, final NamedBean bean) {
        this.name = name;
        this.bean = bean;
    }

    /**
     * Registers an arena's bean.
     *
     * @param name    the arena's name: 1 to 63 letters, digits and {@code. _ / -}; the first must be a letter or a
     *                digit.
     * @param figures the arena's figures, from {@link ReceiveArena#figuresSource()}.
     * @return a handle that unregisters the bean when it is closed.
     * @throws IllegalArgumentException if the name is malformed, or the figures are missing.
     * @throws IllegalStateException    if a bean with this name exists.
     */
    public static VisibleArena open(final String name, final Supplier<ArenaFigures> figures) {
        if (figures == null) {
            throw new IllegalArgumentException("figures are required: name=" + name);
        }
        final NamedBean bean =
                NamedBean.register(TYPE, name, FigureBean.of(ArenaMXBean.class, ArenaFigures.class, figures));
        ArenaFiguresEvent.add(name, figures);
        System.setProperty(ARENAS_PROPERTY, "visible");
        return new VisibleArena(name, bean);
    }

    /**
     * Returns the name of a bean.
     *
     * @param name the name passed to {@link #open}, or a pattern in which {@code *} matches any characters and
     *             {@code ?} matches one.
     * @return the name.
     * @throws IllegalArgumentException if the name cannot be part of an object name.
     */
    public static ObjectName objectName(final String name) {
        return NamedBean.objectName(TYPE, name);
    }

    /** Unregisters the bean; idempotent. */
    @Override
    public void close() {
        ArenaFiguresEvent.remove(name);
        bean.close();
    }
}
