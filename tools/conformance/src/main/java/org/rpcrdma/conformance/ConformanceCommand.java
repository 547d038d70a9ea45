// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.rpcrdma.bench.AddedCommand;
import org.rpcrdma.bench.PcapOption;
import org.rpcrdma.bench.argument.Choice;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.compare.Personalities;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.StandardOutput;
import org.rpcrdma.bench.console.Version;
import org.rpcrdma.bench.console.WrappedText;
import org.rpcrdma.conformance.rows.Conformance;
import org.rpcrdma.conformance.runner.ConformanceReport;
import org.rpcrdma.conformance.runner.DeviceAgreement;
import org.rpcrdma.conformance.runner.DeviceTestbed;
import org.rpcrdma.conformance.runner.KnownDifferences;
import org.rpcrdma.conformance.runner.Row;
import org.rpcrdma.conformance.runner.RowAgreement;
import org.rpcrdma.conformance.runner.RowAgreement.Agreement;
import org.rpcrdma.conformance.runner.RowResult;
import org.rpcrdma.conformance.runner.RowResult.Outcome;
import org.rpcrdma.conformance.runner.SimulatedTestbed;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.TestbedFactory;
import org.rpcrdma.conformance.runner.TestbedOptions;
import org.rpcrdma.conformance.runner.TwoDeviceTestbed;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.VerbsException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code rpcrdma conformance}, which checks a device against the rules of real verbs, row by row. */
@Command(
        name = "conformance",
        header = "Checks a device against the rules of real verbs.",
        description = "Checks the simulated RNIC against the rules of real verbs. Prints the id, result, rule"
                + " and source of each row. With --device, checks a local device and the simulation of"
                + " this kind of device, and reports whether each row agrees or why it differs. Fails if"
                + " a difference has no known reason.",
        footer = {
            "",
            "Examples:",
            "  rpcrdma conformance",
            "  rpcrdma conformance --row MR --row MW",
            "  rpcrdma conformance --personality mlx5 -j"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ConformanceCommand implements AddedCommand {
    /** The name of the kind to which UDP devices belong. */
    private static final String UDP = "udp";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--personality",
            paramLabel = "P",
            completionCandidates = Labels.class,
            converter = Labels.class,
            description = "kind of device to imitate where devices differ: spec, rxe, iwarp, mlx5 (default:"
                    + " spec; with --device, the device's driver)")
    private Personality personality;

    @Option(
            names = "--device",
            paramLabel = "NAME",
            description = "local device, by its name in rdma link, such as rxe0 or mlx5_0 (requires JDK 22 or"
                    + " newer), or a software device at a local address, such as udp:127.0.0.1")
    private String device;

    @Option(
            names = "--peer",
            paramLabel = "NAME",
            description = "with --device: another local device on the same network; one of the two must be"
                    + " udp:ADDRESS (default: the device sends to itself)")
    private String peer;

    @Option(
            names = "--row",
            paramLabel = "ID",
            description = "run only the rows whose ids start with ID, for example MR or MR-01; repeatable")
    private List<String> only = List.of();

    @Mixin
    private PcapOption pcap;

    @Mixin
    private JsonOption json;

    /** Creates the command; called by the service loader and picocli. */
    public ConformanceCommand() {}

    @Override
    public String listedBehind() {
        return "statistic";
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        checkPeer();
        pcap.requireDevice(device, peer);
        return device == null ? hold(personality(), rows()) : compare(personality(), rows());
    }

    private void checkPeer() {
        if (peer == null) {
            return;
        }
        if (device == null) {
            throw new InputException("--peer requires --device: " + peer);
        }
        if (peer.equals(device) || !Personalities.isUdp(device) && !Personalities.isUdp(peer)) {
            throw new InputException(
                    "--peer must be a different device, and one of the two must be udp:ADDRESS: --device=" + device
                            + " --peer=" + peer);
        }
    }

    private int hold(final Personality chosen, final List<Row> rows) throws IOException {
        final TestbedFactory simulated = SimulatedTestbed.factory(chosen);
        final PrintWriter out = spec.commandLine().getOut();
        final List<RowResult> results = new ArrayList<>();
        for (final Row row : rows) {
            final RowResult result = row.run(simulated);
            results.add(result);
            if (!json.isStandardOutput()) {
                print(out, row, result);
                StandardOutput.flush(out);
            }
        }
        json.report(
                new ConformanceReport(Version.CURRENT, chosen.label(), null, null, results, null),
                text -> printSum(text, results));
        return count(results, Outcome.FAIL) == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }

    private int compare(final Personality chosen, final List<Row> rows) throws IOException, InterruptedException {
        final KnownDifferences known = peer == null
                ? KnownDifferences.ofKind(kindOf(device, chosen))
                : KnownDifferences.ofPair(kindOf(device, chosen), kindOf(peer, Personalities.ofDevice(peer)));
        final List<RowAgreement> compared;
        try (PcapOption.Pcap packets = pcap.open()) {
            compared = compare(chosen, rows, known, packets::open);
        }
        final List<RowResult> results =
                compared.stream().map(RowAgreement::device).toList();
        final DeviceAgreement comparison = DeviceAgreement.of(compared, known);
        json.report(new ConformanceReport(Version.CURRENT, chosen.label(), device, peer, results, comparison), text -> {
            printSum(text, results);
            print(text, comparison);
        });
        return comparison.unexplained() == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }

    /** Returns the kind of a device. Software devices have their own kinds. */
    private static String kindOf(final String name, final Personality chosen) {
        return Personalities.isUdp(name) ? UDP : chosen.label();
    }

    private List<RowAgreement> compare(
            final Personality chosen,
            final List<Row> rows,
            final KnownDifferences known,
            final Function<String, Device> opener)
            throws IOException, InterruptedException {
        final TestbedFactory real = peer == null
                ? DeviceTestbed.factory(device, opener, chosen)
                : new TwoDeviceTestbed.Factory(device, peer, opener, chosen, Personalities.ofDevice(peer));
        final TestbedFactory simulated = simulationOf(real, chosen);
        final List<RowAgreement> compared = new ArrayList<>();
        for (final Row row : rows) {
            final RowResult result = row.run(real);
            final RowAgreement beside = RowAgreement.of(result, row.run(simulated), known);
            compared.add(beside);
            if (!json.isStandardOutput()) {
                final PrintWriter out = spec.commandLine().getOut();
                print(out, row, beside);
                StandardOutput.flush(out);
            }
        }
        return compared;
    }

    private List<Row> rows() {
        final List<Row> rows = Conformance.rows().stream()
                .filter(row -> only.isEmpty() || only.stream().anyMatch(row.id()::startsWith))
                .toList();
        if (rows.isEmpty()) {
            throw new InputException("no row matches: --row=" + String.join(" --row ", only));
        }
        return rows;
    }

    /**
     * Returns a simulation of the device. Rejects the argument if the device cannot be opened, because otherwise every
     * row would fail.
     */
    private TestbedFactory simulationOf(final TestbedFactory real, final Personality chosen) {
        try (Testbed first = real.open(TestbedOptions.DEFAULT)) {
            final Personality ofServer = peer == null ? chosen : Personalities.ofDevice(peer);
            return SimulatedTestbed.factoryLike(chosen, ofServer, first::has);
        } catch (final VerbsException | IllegalStateException e) {
            throw new InputException(
                    "--device " + device + (peer == null ? "" : " --peer " + peer) + ": " + e.getMessage());
        }
    }

    private static void print(final PrintWriter out, final Row row, final RowAgreement compared) {
        final String agreement = compared.agreement().label();
        print(
                out,
                "%-9s device=%-4s simulated=%-4s %-11s  %s  [%s]",
                row.id(),
                compared.device().result(),
                compared.simulated().result(),
                compared.agreement() == Agreement.UNEXPLAINED ? agreement.toUpperCase(Locale.ROOT) : agreement,
                row.text(),
                row.source());
        if (!compared.remark().isEmpty()) {
            print(out, "%-9s   %s", "", compared.remark());
        }
    }

    private static void print(final PrintWriter out, final DeviceAgreement comparison) {
        out.printf(
                Locale.ROOT,
                "compared with the simulation: %d agree, %d differ as explained, %d differ unexplained%n",
                comparison.agrees(),
                comparison.explained(),
                comparison.unexplained());
        if (!comparison.stale().isEmpty()) {
            out.printf(
                    Locale.ROOT, "agree although a difference is listed: %s%n", String.join(", ", comparison.stale()));
        }
    }

    private Personality personality() {
        if (personality != null) {
            return personality;
        }
        return device == null ? Personality.SPEC : Personalities.ofDevice(device);
    }

    /** The values of the option {@code --personality}. */
    static final class Labels extends Choice<Personality> {
        Labels() {
            super(Personality.values());
        }
    }

    private static void print(final PrintWriter out, final Row row, final RowResult result) {
        print(out, "%-9s %-4s  %s  [%s]", row.id(), result.result(), row.text(), row.source());
        if (!result.detail().isEmpty()) {
            print(out, "%-9s       %s", "", result.detail());
        }
    }

    private static void print(final PrintWriter out, final String format, final Object... values) {
        WrappedText.sentence(out, String.format(Locale.ROOT, format, values));
    }

    private static void printSum(final PrintWriter out, final List<RowResult> results) {
        out.printf(
                Locale.ROOT,
                "%d rows: %d pass, %d fail, %d skip%n",
                results.size(),
                count(results, Outcome.PASS),
                count(results, Outcome.FAIL),
                count(results, Outcome.SKIP));
    }

    private static long count(final List<RowResult> results, final Outcome outcome) {
        return results.stream().filter(result -> result.result() == outcome).count();
    }
}
