// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.PrintWriter;
import java.util.concurrent.atomic.LongAdder;
import org.rpcrdma.bench.jvm.MetricsPage;
import org.rpcrdma.bench.jvm.ShownServer;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.transport.server.ServerConnectionMetrics;
import org.rpcrdma.verbs.Device;
import picocli.CommandLine.Option;

/**
 * The {@code --metrics} option of the server commands. Without it, the arenas and the server are visible only to
 * {@code stat} and JMX. Not thread-safe.
 */
public final class MetricsOption {
    @Option(
            names = "--metrics",
            paramLabel = "[ADDRESS:]PORT",
            description = "expose the figures and the durations of calls to Prometheus at http://ADDRESS:PORT/metrics"
                    + " (default ADDRESS: 127.0.0.1; PORT 0: any free port)")
    private String place;

    /** Called by picocli. */
    public MetricsOption() {}

    /**
     * Exposes a server to {@code stat} and JMX, and also to Prometheus if {@code --metrics} is given. If the JMX
     * registration fails, this method prints a warning and the server keeps running.
     *
     * @param name the server's name.
     * @param out  receives the line with the page's URL.
     * @param err  receives one line per part that cannot be exposed.
     * @return the display; close it after the server.
     * @throws org.rpcrdma.bench.console.InputException if the address is invalid or in use.
     */
    public Display open(final String name, final PrintWriter out, final PrintWriter err) {
        final MetricsPage page = place == null ? null : MetricsPage.open(place);
        if (page != null) {
            out.println("metrics: " + page.url());
            out.flush();
        }
        return new Display(new ShownServer(name, page, err), page != null);
    }

    /** Displays one server's metrics. All methods except {@code close} must be called on the server's event loop. */
    public static final class Display implements AutoCloseable {
        private final ShownServer shown;
        private final boolean isMeasured;

        private Display(final ShownServer shown, final boolean isMeasured) {
            this.shown = shown;
            this.isMeasured = isMeasured;
        }

        /**
         * Adds listeners that call {@link #begin} and {@link #end}.
         *
         * @param context the server's settings.
         * @return the same settings.
         */
        public RpcRdmaServer.Context prepare(final RpcRdmaServer.Context context) {
            return context.callTimes(isMeasured).connectionBegin(this::begin).connectionEnd(this::end);
        }

        /**
         * Adds a connection's arena to the display.
         *
         * @param connection a new connection.
         */
        public void begin(final ServerConnectionMetrics connection) {
            shown.begin(connection);
        }

        /**
         * Removes a connection's arena from the display.
         *
         * @param connection a connection that has ended.
         */
        public void end(final ServerConnectionMetrics connection) {
            shown.end(connection);
        }

        /**
         * Adds the server to the display.
         *
         * @param server the server.
         * @param device the server's device.
         */
        public void show(final RpcRdmaServer server, final Device device) {
            shown.show(server, device);
        }

        /**
         * Exports a service's counter to Prometheus. Thread-safe.
         *
         * @param name        the meter's name, with dots; Prometheus adds {@code _total}.
         * @param description the meter's description.
         * @param total       the counter, read whenever the page is requested.
         * @param tags        tags in addition to the server's name, as alternating keys and values.
         */
        public void count(final String name, final String description, final LongAdder total, final String... tags) {
            shown.count(name, description, total, tags);
        }

        @Override
        public void close() {
            shown.close();
        }
    }
}
