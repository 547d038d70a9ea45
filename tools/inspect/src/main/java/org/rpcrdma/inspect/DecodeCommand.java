// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.bench.AddedCommand;
import org.rpcrdma.bench.argument.FileUse;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.ProgressLine;
import org.rpcrdma.bench.console.Terminal;
import org.rpcrdma.bench.console.TextOutput;
import org.rpcrdma.bench.load.CaptureRemarks;
import org.rpcrdma.bench.trace.TraceFormat;
import org.rpcrdma.bench.trace.TraceListing;
import org.rpcrdma.capture.CaptureCounts;
import org.rpcrdma.inspect.decode.BothFormats;
import org.rpcrdma.inspect.decode.CaptureSource;
import org.rpcrdma.inspect.decode.HexFormat;
import org.rpcrdma.inspect.decode.JsonFormat;
import org.rpcrdma.inspect.decode.LineFormat;
import org.rpcrdma.inspect.decode.MessageDecoder;
import org.rpcrdma.inspect.decode.MessageFilter;
import org.rpcrdma.inspect.decode.MessageFormat;
import org.rpcrdma.inspect.decode.TsvFormat;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code rpcrdma decode FILE}, which prints one line per RPC-over-RDMA message in a capture. */
@Command(
        name = "decode",
        header = "Prints one line per RPC-over-RDMA message in a capture.",
        description = "Prints one line per RPC-over-RDMA message in a capture, or per event in a trace.",
        footer = {
            "",
            "Examples:",
            "  rpcrdma decode nfs3",
            "  rpcrdma decode traffic.pcap --hex",
            "  rpcrdma decode traffic.pcap --program NFSv4 --procedure OPEN -j",
            "  tcpdump -i eth0 -w - | rpcrdma decode - --tsv"
        },
        mixinStandardHelpOptions = true)
public final class DecodeCommand implements AddedCommand {
    /** The output formats other than text lines. */
    private static final class Style {
        @Option(names = "--hex", description = "Add an annotated hex dump of each message.")
        private boolean hex;

        @Option(
                names = "--tsv",
                description = "Print a header row and one tab-separated row per message, with tshark's field names.")
        private boolean tsv;
    }

    /** The interval, in ms, at which a growing trace is checked for new data. */
    private static final int FOLLOW_MILLIS = 50;

    @Spec
    private CommandSpec spec;

    @ArgGroup(exclusive = true, multiplicity = "0..1")
    private final Style style = new Style();

    @Option(
            names = "--follow",
            description = "For a trace: wait for new events until the program that writes the trace closes it.")
    private boolean follow;

    @Mixin
    private MessageOptions selected;

    private MessageFilter filter;

    @Mixin
    private JsonOption json;

    @Parameters(
            paramLabel = "FILE",
            description = "A RoCE or InfiniBand capture (pcap or pcapng, plain or compressed), or a trace file"
                    + " written by --trace; - reads standard input.")
    @FileUse(FileUse.Kind.READ)
    private String name;

    private CaptureSource source;
    private Path file;

    private final OutputStream standardOutput;

    /** Creates the command; called by the service loader and picocli. */
    public DecodeCommand() {
        this(new FileOutputStream(FileDescriptor.out));
    }

    /**
     * Creates a command that prints to a given stream instead of standard output.
     *
     * @param standardOutput receives the lines.
     */
    public DecodeCommand(final OutputStream standardOutput) {
        this.standardOutput = standardOutput;
    }

    @Override
    public String listedBehind() {
        return "capture";
    }

    @Override
    public Integer call() throws IOException {
        filter = selected.messages();
        if (json.isStandardOutput() && (style.hex || style.tsv)) {
            throw new InputException("--hex and --tsv cannot be combined with JSON on standard output");
        }
        source = new CaptureSource(name);
        file = source.file();
        if (TraceListing.isTrace(file)) {
            return listTrace();
        }
        if (follow) {
            throw new InputException(file + ": --follow requires a trace written by --trace; to follow a capture, use"
                    + " tcpdump -w - | rpcrdma decode -");
        }
        return decodeCapture();
    }

    private int listTrace() throws IOException {
        if (style.hex || style.tsv || json.isGiven() || filter.isGiven()) {
            throw new InputException(file + ": --hex, --tsv, --json and filters are not supported for a trace");
        }
        final TextOutput output = new TextOutput(standardOutput);
        final TraceListing listing = new TraceListing(file, new TraceFormat(output));
        try {
            final String damage = listing.list(follow ? () -> waitForMore(output) : null);
            output.flush();
            if (damage != null) {
                spec.commandLine().getErr().println("rpcrdma: " + file + ": " + damage);
                spec.commandLine().getErr().flush();
            }
        } catch (final UncheckedIOException e) {
            if (!TextOutput.isClosedPipe(e.getCause())) {
                throw e.getCause();
            }
        }
        return ExitCode.DONE;
    }

    /** Flushes the output and briefly waits for more data. */
    private static void waitForMore(final TextOutput output) throws IOException {
        output.flush();
        try {
            TimeUnit.MILLISECONDS.sleep(FOLLOW_MILLIS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for events");
        }
    }

    private int decodeCapture() throws IOException {
        final TextOutput output = new TextOutput(standardOutput);
        try (OutputStream file = json.isGiven() && !json.isStandardOutput() ? json.open() : null) {
            final TextOutput lines = file == null ? null : new TextOutput(file);
            final MessageDecoder decoder = new MessageDecoder(filter.before(format(output, lines)));
            final CaptureCounts counts = read(decoder, output);
            if (lines != null) {
                lines.flush();
            }
            if (counts != null) {
                report(counts, decoder);
            }
        }
        return ExitCode.DONE;
    }

    /** Reads the capture and shows a progress line, unless the line would appear between messages on a terminal. */
    private CaptureCounts read(final MessageDecoder decoder, final TextOutput output) throws IOException {
        if (Terminal.isStandardOutput()) {
            return source.read(decoder, decoder::messages, output);
        }
        try (ProgressLine line = new ProgressLine()) {
            return source.read(decoder, decoder::messages, output, line);
        }
    }

    private MessageFormat format(final TextOutput output, final TextOutput lines) {
        if (json.isStandardOutput()) {
            return new JsonFormat(output);
        }
        return lines == null ? format(output) : new BothFormats(format(output), new JsonFormat(lines));
    }

    private MessageFormat format(final TextOutput output) {
        if (style.tsv) {
            return new TsvFormat(output);
        }
        return style.hex ? new HexFormat(output) : new LineFormat(output);
    }

    private void report(final CaptureCounts counts, final MessageDecoder decoder) {
        final PrintWriter err = spec.commandLine().getErr();
        CaptureRemarks.print(file.toString(), counts, err);
        if (!style.tsv && !json.isStandardOutput()) {
            err.println(filter.ofTotal() + decoder.totals(counts));
        }
        err.flush();
    }
}
