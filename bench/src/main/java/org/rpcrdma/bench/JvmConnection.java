/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The MBean server of another JVM, or of this one. */
final class JvmConnection implements AutoCloseable {
    private final JMXConnector connector;
    private final MBeanServerConnection server;

    /** An MBean server that is at hand. */
    JvmConnection(final MBeanServerConnection server) {
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
