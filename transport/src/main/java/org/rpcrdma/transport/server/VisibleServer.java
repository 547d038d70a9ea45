// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.function.Supplier;
import javax.management.ObjectName;
import org.rpcrdma.verbs.jvm.FigureBean;
import org.rpcrdma.verbs.jvm.NamedBean;

/**
 * Exposes a server through JMX as {@code org.rpcrdma:type=Server,name=NAME} ({@link ServerMXBean}) until this object is
 * closed. Attributes are read on demand. Thread-safe.
 */
public final class VisibleServer implements AutoCloseable {
    private static final String TYPE = "Server";

    private final NamedBean bean;

    private VisibleServer(final NamedBean bean) {
        this.bean = bean;
    }

    /**
     * Registers an MXBean for a server.
     *
     * @param name    the server's name: 1 to 63 letters, digits and {@code . _ / -}, beginning with a letter or a
     *                digit.
     * @param figures the server's figures, from {@link RpcRdmaServer#newFigures()}.
     * @return a handle that unregisters the bean when it is closed.
     * @throws IllegalArgumentException if the name does not have this form, or the figures are null.
     * @throws IllegalStateException    if a bean with this name exists.
     */
    public static VisibleServer open(final String name, final Supplier<ServerFigures> figures) {
        if (figures == null) {
            throw new IllegalArgumentException("figures are required: name=" + name);
        }
        return new VisibleServer(
                NamedBean.register(TYPE, name, FigureBean.of(ServerMXBean.class, ServerFigures.class, figures)));
    }

    /**
     * Returns the object name of a bean.
     *
     * @param name the name passed to {@link #open}, or {@code *} for a pattern that matches all servers.
     * @return the object name.
     * @throws IllegalArgumentException if the name cannot be part of an object name.
     */
    public static ObjectName objectName(final String name) {
        return NamedBean.objectName(TYPE, name);
    }

    /** Unregisters the bean; idempotent. */
    @Override
    public void close() {
        bean.close();
    }
}
