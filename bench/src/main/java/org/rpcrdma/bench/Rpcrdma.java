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

import java.io.PrintWriter;
import org.rpcrdma.bench.sweep.SweepException;
import org.rpcrdma.capture.CaptureException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * The command {@code rpcrdma}: finds the subcommand, runs it and turns what went wrong into one line and an exit code.
 *
 * <p>Exit codes: 0 done; 1 the job failed; 2 the arguments or the input are unusable.
 */
@Command(
        name = "rpcrdma",
        description = "Registered receive buffers for RPC-over-RDMA, measured.",
        mixinStandardHelpOptions = true,
        version = "rpcrdma 0.1.0-SNAPSHOT",
        subcommands = {
            CalibrateCommand.class,
            CaptureCommand.class,
            CompareCommand.class,
            ConformanceCommand.class,
            DecodeCommand.class,
            FrmrCommand.class,
            StatCommand.class,
            StatisticCommand.class,
            SweepCommand.class,
            JmhCommand.class
        })
public final class Rpcrdma implements Runnable {
    /** The job was done. */
    static final int DONE = 0;
    /** The job failed. */
    static final int FAILED = 1;
    /** The arguments or the input are unusable. */
    static final int UNUSABLE = 2;

    @Spec
    private CommandSpec spec;

    /** Made by the command line. */
    public Rpcrdma() {}

    /**
     * Runs a command and ends the JVM with its exit code.
     *
     * @param arguments the command and its arguments.
     */
    public static void main(final String[] arguments) {
        System.exit(execute(arguments));
    }

    private static int execute(final String... arguments) {
        try {
            return commandLine().execute(arguments);
        } catch (final OutOfMemoryError e) {
            System.err.println("rpcrdma: out of memory: the heap has "
                    + (Runtime.getRuntime().maxMemory() >> 20) + " MB; RPCRDMA_JAVA_OPTS=-Xmx... sets another");
            return FAILED;
        }
    }

    /** The command line, ready to execute. */
    static CommandLine commandLine() {
        final CommandLine commandLine = new CommandLine(new Rpcrdma())
                .setParameterExceptionHandler(Rpcrdma::unusable)
                .setExecutionExceptionHandler(Rpcrdma::failed);
        // Its words may look like options, negative numbers for example; it refuses them in the words of rdma.
        commandLine.getSubcommands().get("frmr").setUnmatchedOptionsArePositionalParams(true);
        return commandLine;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given; rpcrdma --help lists them");
    }

    private static int unusable(final ParameterException e, final String[] arguments) {
        return report(e.getCommandLine(), e, UNUSABLE);
    }

    private static int failed(final Exception e, final CommandLine command, final ParseResult parsed) {
        return report(command, e, isUnusableInput(e) ? UNUSABLE : FAILED);
    }

    private static boolean isUnusableInput(final Exception e) {
        return e instanceof CaptureException || e instanceof InputException || e instanceof SweepException;
    }

    private static int report(final CommandLine command, final Exception e, final int exitCode) {
        final String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        final PrintWriter err = command.getErr();
        err.println("rpcrdma: " + message.lines().findFirst().orElse(""));
        err.flush();
        return exitCode;
    }
}
