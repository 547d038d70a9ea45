// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.rpcrdma.bench.argument.FileUses;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.PrintableText;
import org.rpcrdma.bench.console.StandardOutput;
import org.rpcrdma.bench.console.Version;
import org.rpcrdma.bench.file.IoReason;
import org.rpcrdma.capture.CaptureException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The {@code rpcrdma} command, which runs a subcommand. A failure is reported as one line and an exit code. A command
 * line must be used by only one thread.
 *
 * <p>The exit code is 0 if the command succeeded, 1 if it failed, and 2 if the arguments or the input are unusable.
 */
@Command(
        name = "rpcrdma",
        description = "Measures registered receive buffers for RPC-over-RDMA.",
        mixinStandardHelpOptions = true,
        versionProvider = Rpcrdma.VersionLines.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:The command succeeded.", "1:The command failed.", "2:The arguments or the input are invalid."
        },
        footer = {
            "",
            "A failure is reported in one line on standard error, with the value and its limit.",
            "",
            "Examples:",
            "  rpcrdma compare",
            "  rpcrdma compare --connections 64 --iommu strict --json result.json",
            "  rpcrdma capture --workload echo --out echo.pcap",
            "  rpcrdma decode echo.pcap",
            "  rpcrdma frmr show --demo",
            "  rpcrdma help frmr set",
            "",
            "Environment:",
            "  JAVA_HOME          the JDK to run on (default: the java on the PATH)",
            "  RPCRDMA_JAVA_OPTS  additional JVM options, for example -Xmx16g",
            "  COLUMNS            the width of tables (default: the terminal's, or 100)",
            "  NO_COLOR           if set, help is printed without colours",
            "  TERM               if dumb, no colours and no progress line are printed"
        })
public final class Rpcrdma implements Callable<Integer> {
    /** The commands of this artifact that do not need the command tree. */
    private static final List<Class<?>> COMMANDS = List.of(
            CompareCommand.class,
            CaptureCommand.class,
            FrmrCommand.class,
            ResourceCommand.class,
            StatCommand.class,
            StatisticCommand.class,
            PerfCommand.class,
            JmhCommand.class);

    /** The commands that need the whole command tree, such as help and completion. */
    private static final List<Class<?>> COMMANDS_OF_ALL =
            List.of(HelpCommand.class, CompletionCommand.class, ManualCommand.class);

    /** The types that no option has. Loading them for picocli's converters would delay each command by some 10 ms. */
    private static final String UNUSED_TYPES = "java\\.(sql|time)\\..*";

    private static final String MORE_MEMORY = "RPCRDMA_JAVA_OPTS=-Xmx... raises the limit";

    @Spec
    private CommandSpec spec;

    /** The output of {@code --version}. */
    static final class VersionLines implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"rpcrdma " + Version.CURRENT, "Java " + Runtime.version()};
        }
    }

    /** Called by picocli. */
    public Rpcrdma() {}

    /**
     * Runs a command and ends the JVM with its exit code.
     *
     * @param arguments the command and its arguments.
     */
    public static void main(final String[] arguments) {
        System.setProperty("picocli.converters.excludes", UNUSED_TYPES);
        System.exit(execute(commandLineFor(arguments), arguments));
    }

    /**
     * Runs a command and reports any failure, even a JVM error, in one line.
     *
     * @param commandLine the command line, from {@link #commandLine()}.
     * @param arguments   the command and its arguments.
     * @return the exit code.
     */
    public static int execute(final CommandLine commandLine, final String... arguments) {
        try {
            return commandLine.execute(arguments);
        } catch (final OutOfMemoryError e) {
            return report(commandLine, outOfMemory(), ExitCode.FAILED);
        }
    }

    private static String outOfMemory() {
        return "out of memory: the heap has " + (Runtime.getRuntime().maxMemory() >> 20) + " MB; " + MORE_MEMORY;
    }

    /** {@return the command line, ready to execute} */
    public static CommandLine commandLine() {
        final CommandLine commandLine = new CommandLine(new Rpcrdma());
        COMMANDS.forEach(commandLine::addSubcommand);
        COMMANDS_OF_ALL.forEach(commandLine::addSubcommand);
        ServiceLoader.load(AddedCommand.class).forEach(command -> add(command, commandLine));
        return ready(commandLine);
    }

    /**
     * Returns a command line that contains only the requested command, but executes the arguments in the same way as
     * {@link #commandLine()}. Creating all commands would take most of the start-up time.
     */
    static CommandLine commandLineFor(final String... arguments) {
        final String name = arguments.length == 0 ? "" : arguments[0];
        final Object command = COMMANDS.stream()
                .filter(type -> isNamed(type, name))
                .findFirst()
                .<Object>map(type -> type)
                .orElseGet(() -> ServiceLoader.load(AddedCommand.class).stream()
                        .filter(added -> isNamed(added.type(), name))
                        .findFirst()
                        .map(ServiceLoader.Provider::get)
                        .orElse(null));
        return command == null ? commandLine() : ready(new CommandLine(new Rpcrdma()).addSubcommand(command));
    }

    private static boolean isNamed(final Class<?> command, final String name) {
        return command.getAnnotation(Command.class).name().equals(name);
    }

    private static CommandLine ready(final CommandLine commandLine) {
        commandLine
                .setExecutionStrategy(Rpcrdma::run)
                .setParameterExceptionHandler(Rpcrdma::unusable)
                .setExecutionExceptionHandler(Rpcrdma::failed);
        commandLine.setColorScheme(colors("dumb".equals(System.getenv("TERM")) ? Ansi.OFF : Ansi.AUTO));
        if (Boolean.getBoolean("rpcrdma.unpacked")) {
            commandLine.getCommandSpec().removeSubcommand("jmh"); // benchmarks exist only in a copy of the sources
        }
        // These commands accept arguments that look like options, such as negative numbers, and reject them with rdma's
        // messages.
        final CommandLine frmr = commandLine.getSubcommands().get("frmr");
        if (frmr != null) {
            frmr.setUnmatchedOptionsArePositionalParams(true);
            List.of("replay", "advise")
                    .forEach(name -> frmr.getSubcommands().get(name).setUnmatchedOptionsArePositionalParams(false));
        }
        final CommandLine resource = commandLine.getSubcommands().get("resource");
        if (resource != null) {
            resource.setUnmatchedOptionsArePositionalParams(true).setAbbreviatedSubcommandsAllowed(true);
        }
        return commandLine;
    }

    /** Names are bold, because no colour is legible on every background. */
    private static ColorScheme colors(final Ansi ansi) {
        return new ColorScheme.Builder(ansi)
                .commands(Style.bold)
                .options(Style.bold)
                .parameters(Style.bold)
                .optionParams(Style.italic)
                .errors(Style.bold)
                .stackTraces(Style.italic)
                .applySystemProperties()
                .build();
    }

    /** Adds a command after the command that {@link AddedCommand#listedBehind()} names. */
    private static void add(final AddedCommand command, final CommandLine commandLine) {
        final CommandSpec all = commandLine.getCommandSpec();
        final List<String> names = List.copyOf(all.subcommands().keySet());
        commandLine.addSubcommand(command);
        names.subList(names.indexOf(command.listedBehind()) + 1, names.size())
                .forEach(name -> all.addSubcommand(name, all.removeSubcommand(name)));
    }

    /** Prints the requested help, or checks the command's files and runs the command. */
    private static int run(final ParseResult parsed) {
        ParseResult ofCommand = parsed;
        while (ofCommand.hasSubcommand()) {
            ofCommand = ofCommand.subcommand();
        }
        final CommandLine command = ofCommand.commandSpec().commandLine();
        try {
            final Integer helped = CommandLine.executeHelpRequest(parsed);
            if (helped != null) {
                StandardOutput.flush(command.getOut());
                return helped;
            }
            FileUses.check(ofCommand);
        } catch (final IOException | InputException | InvalidPathException e) {
            return failed(e, command, parsed);
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    /** Lists the commands, because no command was given. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.UNUSABLE;
    }

    /** Reports invalid arguments, suggests a correction, and refers to the help. */
    private static int unusable(final ParameterException e, final String[] arguments) {
        final String words = e.getMessage()
                .replaceFirst("^Error: |(?<=^Unmatched arguments?) (at|from) index \\d+", "")
                .lines()
                .findFirst()
                .orElse("");
        if (words.equals("Missing required subcommand")) {
            final String commands =
                    String.join(", ", e.getCommandLine().getSubcommands().keySet());
            return report(e.getCommandLine(), words + ": " + commands, ExitCode.UNUSABLE);
        }
        if (e.getClass() == ParameterException.class) {
            return report(e.getCommandLine(), words, ExitCode.UNUSABLE); // Lists the valid values.
        }
        final List<String> meant =
                e instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        return report(
                e.getCommandLine(),
                words + (meant.isEmpty() ? "; " : "; did you mean " + String.join(" or ", meant) + "? ")
                        + e.getCommandLine().getCommandSpec().qualifiedName() + " --help lists them",
                ExitCode.UNUSABLE);
    }

    private static int failed(final Exception e, final CommandLine command, final ParseResult parsed) {
        return report(command, words(e), isUnusableInput(e) ? ExitCode.UNUSABLE : ExitCode.FAILED);
    }

    private static boolean isUnusableInput(final Exception e) {
        return e instanceof CaptureException || e instanceof InputException || e instanceof InvalidPathException;
    }

    /**
     * Returns true if memory has run out. If a heap is full, the JVM throws the same error repeatedly. A
     * try-with-resources statement whose body and whose close method throw this error ends with an
     * IllegalArgumentException instead, because an exception cannot suppress itself.
     */
    private static boolean isOutOfMemory(final Exception e) {
        Throwable cause = e;
        while (cause != null && !(cause instanceof OutOfMemoryError)) {
            cause = cause.getCause();
        }
        return cause != null;
    }

    private static String words(final Exception e) {
        if (isOutOfMemory(e)) {
            return outOfMemory();
        }
        if (e instanceof IOException io) {
            return IoReason.line(io);
        }
        if (e instanceof UncheckedIOException unchecked) {
            return IoReason.line(unchecked.getCause());
        }
        if (e instanceof InvalidPathException path) {
            return "this locale does not support the file's name; set LC_ALL=C.UTF-8: " + path.getInput();
        }
        final String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return message.contains("irect buffer memory") || message.contains("data=ENOMEM")
                ? message + "; " + MORE_MEMORY
                : message;
    }

    /**
     * Prints the first line of a message. Control characters are escaped, because the message may quote files and
     * names.
     */
    private static int report(final CommandLine command, final String message, final int exitCode) {
        final PrintWriter err = command.getErr();
        err.println("rpcrdma: " + PrintableText.of(message.lines().findFirst().orElse("")));
        err.flush();
        return exitCode;
    }
}
