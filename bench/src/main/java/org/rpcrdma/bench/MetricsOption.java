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

/** {@code --metrics} of commands that serve, and what they show without it: arenas and the server. */
public final class MetricsOption {
    @Option(
            names = "--metrics",
            paramLabel = "[ADDRESS:]PORT",
            description = "show the figures to Prometheus at http://ADDRESS:PORT/metrics, with the durations of calls"
                    + " (ADDRESS: 127.0.0.1 unless given; PORT 0 for any)")
    private String place;

    /** Made by the command line. */
    public MetricsOption() {}

    /**
     * Begins to show a server: to {@code stat} and JMX, and to Prometheus if asked for. If JMX refuses it, one line
     * says so and the server goes on.
     *
     * @param name the server's.
     * @param out  takes the line that says where the page is.
     * @param err  takes the lines that say what is not shown.
     * @return the display; close it after the server.
     * @throws org.rpcrdma.bench.console.InputException if the place is none, or is taken.
     */
    public Display open(final String name, final PrintWriter out, final PrintWriter err) {
        final MetricsPage page = place == null ? null : MetricsPage.open(place);
        if (page != null) {
            out.println("metrics: " + page.url());
            out.flush();
        }
        return new Display(new ShownServer(name, page, err), page != null);
    }

    /** What is shown of a server. All methods but close are called on its event loop. */
    public static final class Display implements AutoCloseable {
        private final ShownServer shown;
        private final boolean isMeasured;

        private Display(final ShownServer shown, final boolean isMeasured) {
            this.shown = shown;
            this.isMeasured = isMeasured;
        }

        /**
         * Sets what the server needs for it: its listeners of connections, which call {@link #begin} and {@link #end}.
         *
         * @param context the server's settings.
         * @return the same.
         */
        public RpcRdmaServer.Context prepare(final RpcRdmaServer.Context context) {
            return context.callTimes(isMeasured).connectionBegin(this::begin).connectionEnd(this::end);
        }

        /**
         * Shows the arena of a connection.
         *
         * @param connection one that has begun.
         */
        public void begin(final ServerConnectionMetrics connection) {
            shown.begin(connection);
        }

        /**
         * Shows it no more.
         *
         * @param connection one that has ended.
         */
        public void end(final ServerConnectionMetrics connection) {
            shown.end(connection);
        }

        /**
         * Shows the server.
         *
         * @param server the server.
         * @param device its device.
         */
        public void show(final RpcRdmaServer server, final Device device) {
            shown.show(server, device);
        }

        /**
         * Shows a total of the service's to Prometheus; thread-safe.
         *
         * @param name        the meter's, with dots; Prometheus adds {@code _total}.
         * @param description what is counted.
         * @param total       is read whenever the page is.
         * @param tags        keys and values, in turn, besides the server's name.
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
