// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.bench.AddedCommand;
import org.rpcrdma.bench.ComparisonOutcome;
import org.rpcrdma.bench.ReceiveBufferComparison;
import org.rpcrdma.bench.argument.FileUse;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.ProgressLine;
import org.rpcrdma.bench.console.StandardOutput;
import org.rpcrdma.bench.console.TextOutput;
import org.rpcrdma.bench.console.WrappedText;
import org.rpcrdma.bench.file.ReplacedFile;
import org.rpcrdma.bench.load.CaptureRemarks;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.capture.CaptureCounts;
import org.rpcrdma.inspect.decode.CaptureSource;
import org.rpcrdma.inspect.decode.MessageFilter;
import org.rpcrdma.inspect.explain.ExplainText;
import org.rpcrdma.inspect.explain.Explainer;
import org.rpcrdma.inspect.explain.Explanation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code rpcrdma explain FILE}, which prints one screen per connection, followed by the verdict of a
 * comparison on this traffic.
 */
@Command(
        name = "explain",
        header = "Explains the connections in a capture.",
        description = "Prints one screen per connection in a capture: its ends, times and negotiated"
                + " limits, calls and service times by procedure, data transfers, credits,"
                + " retransmissions, lint's findings, and the slowest calls. Then prints compare's"
                + " verdict on the traffic.",
        footer = {
            "",
            "Examples:",
            "  rpcrdma explain nfs41",
            "  rpcrdma explain traffic.pcap --connection 3 --procedure READ --slowest 20",
            "  rpcrdma explain traffic.pcap --from 10 --to 20 -j",
            "  rpcrdma explain traffic.pcap --xid 5dec9d55 --svg call.svg"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ExplainCommand implements AddedCommand {
    /**
     * The maximum number of messages for which a comparison runs by default. With this many messages, it takes a few
     * seconds.
     */
    private static final long MOST_COMPARED = 2000;

    private static final int MOST_SLOW = 1000;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--slowest",
            paramLabel = "N",
            defaultValue = "5",
            description = "number of slowest calls to list per connection (default: ${DEFAULT-VALUE})")
    private int slowest;

    @Option(names = "--no-verdict", description = "omit compare's verdict")
    private boolean isWithoutVerdict;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "draw a timeline of a typical call: the call with the median duration among the most"
                    + " frequent kind of selected calls that use chunks")
    @FileUse(FileUse.Kind.WRITTEN_TO_DISK)
    private Path picture;

    @Mixin
    private MessageOptions selected;

    private MessageFilter filter;

    @Mixin
    private JsonOption json;

    @Parameters(
            paramLabel = "FILE",
            description = "capture file (pcap or pcapng, plain or compressed); - reads standard input")
    @FileUse(FileUse.Kind.READ)
    private String name;

    /** Creates the command; called by the service loader and picocli. */
    public ExplainCommand() {}

    @Override
    public String listedBehind() {
        return "lint";
    }

    @Override
    public Integer call() throws IOException {
        filter = selected.messages();
        InputException.checkRange("--slowest", slowest, 0, MOST_SLOW);
        final Explainer explainer = new Explainer(filter, slowest, picture != null);
        final CaptureSource source = new CaptureSource(name);
        final CaptureCounts counts;
        try (ProgressLine line = new ProgressLine()) {
            counts = source.read(explainer, explainer::messages, new TextOutput(OutputStream.nullOutputStream()), line);
        }
        final Explanation explanation = explainer.explanation(name, counts, List.of());
        final PrintWriter err = spec.commandLine().getErr();
        CaptureRemarks.print(source.file().toString(), counts, err);
        err.flush();
        draw(explainer);
        final PrintWriter out = spec.commandLine().getOut();
        if (!json.isStandardOutput()) {
            new ExplainText(out).print(explanation);
            StandardOutput.flush(out);
        }
        final List<String> verdict = verdict(explanation, source.file());
        if (!json.isStandardOutput()) {
            verdict.forEach(sentence -> WrappedText.print(out, "", "verdict: " + sentence));
            StandardOutput.flush(out);
        }
        json.write(explainer.explanation(name, counts, verdict));
        return ExitCode.DONE;
    }

    private void draw(final Explainer explainer) throws IOException {
        if (picture == null) {
            return;
        }
        final String svg = explainer.picture(name);
        if (svg == null) {
            throw new InputException("--svg: the filters select no call: " + name);
        }
        ReplacedFile.write("--svg", picture, svg);
    }

    /** Returns the comparison's verdict, or the reason why there is no comparison. */
    private List<String> verdict(final Explanation explanation, final Path file) {
        if (isWithoutVerdict) {
            return List.of();
        }
        final String obstacle = obstacle(explanation, file);
        if (obstacle != null) {
            return List.of("not compared, because the input is " + obstacle + "; use ./rpcrdma compare --capture FILE");
        }
        try (ProgressLine line = new ProgressLine()) {
            line.show(() -> "comparing mappings of Receive buffers");
            final ComparisonOutcome outcome = new ReceiveBufferComparison(new ComparisonSettings.Builder()
                            .capture(name)
                            .asCaptured()
                            .strategies(Strategy.PER_BUFFER_DMA, Strategy.SHARD_DMA_32K)
                            .build())
                    .run();
            final List<String> verdict = new ArrayList<>(outcome.verdicts());
            verdict.add((outcome.told().isEmpty() ? "" : outcome.told() + "; ")
                    + "this is saved once per connection, regardless of its calls, so the benefit depends on how often"
                    + " connections are opened");
            return verdict;
        } catch (final IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
            return List.of("none: " + e.getMessage());
        }
    }

    /** Returns the reason why the traffic cannot be compared, or null if it can. */
    private String obstacle(final Explanation explanation, final Path file) {
        if (name.equals("-") || Files.exists(file) && !Files.isRegularFile(file)) {
            return "a stream";
        }
        if (filter.isGiven()) {
            return "part of the traffic";
        }
        return explanation.messages() > MOST_COMPARED ? "much traffic" : null;
    }
}
