// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.function.Supplier;
import javax.management.ObjectName;
import org.rpcrdma.verbs.jvm.FigureBean;
import org.rpcrdma.verbs.jvm.NamedBean;

/**
 * A server that JMX clients see, as long as this is open, as {@code org.rpcrdma:type=Server,name=NAME}: {@link
 * ServerMXBean}. Attributes are read on demand. Thread-safe.
 */
public final class VisibleServer implements AutoCloseable {
    private static final String TYPE = "Server";

    private final NamedBean bean;

    private VisibleServer(final NamedBean bean) {
        this.bean = bean;
    }

    /**
     * Makes a server visible.
     *
     * @param name    its name: 1 to 63 letters, digits and {@code . _ / -}, the first a letter or a digit.
     * @param figures the server's: {@link RpcRdmaServer#newFigures()}.
     * @return a handle whose close unregisters the bean.
     * @throws IllegalArgumentException if the name has another form, or there are no figures.
     * @throws IllegalStateException    if there is another of this name.
     */
    public static VisibleServer open(final String name, final Supplier<ServerFigures> figures) {
        if (figures == null) {
            throw new IllegalArgumentException("figures are required: name=" + name);
        }
        return new VisibleServer(
                NamedBean.register(TYPE, name, FigureBean.of(ServerMXBean.class, ServerFigures.class, figures)));
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

    /** Unregisters the bean; idempotent. */
    @Override
    public void close() {
        bean.close();
    }
}
