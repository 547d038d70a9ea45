// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The MBean server of another JVM, or of this one. */
public final class JvmConnection implements AutoCloseable {
    private final JMXConnector connector;
    private final MBeanServerConnection server;

    /** Connects to an MBean server that is at hand. */
    public JvmConnection(final MBeanServerConnection server) {
        connector = null;
        this.server = server;
    }

    private JvmConnection(final JMXConnector connector) throws IOException {
        this.connector = connector;
        server = connector.getMBeanServerConnection();
    }

    /** This JVM's. */
    static JvmConnection own() {
        return new JvmConnection(ManagementFactory.getPlatformMBeanServer());
    }

    /** Attaches to a JVM of this machine. */
    static JvmConnection attach(final LocalJvm jvm) throws IOException {
        try {
            return new JvmConnection(JMXConnectorFactory.connect(new JMXServiceURL(jvm.startAgent())));
        } catch (final IOException e) {
            throw new IOException("cannot attach to JVM " + jvm.pid() + ": " + e.getMessage(), e);
        }
    }

    MBeanServerConnection server() {
        return server;
    }

    @Override
    public void close() throws IOException {
        if (connector != null) {
            connector.close();
        }
    }
}
