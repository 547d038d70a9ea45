// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.io.IOException;
import org.rpcrdma.bench.jvm.AttachableJvms;
import org.rpcrdma.bench.jvm.JvmConnection;
import org.rpcrdma.bench.jvm.VisibleObjects;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --pid PID}: selects a JVM. */
public final class JvmOption {
    @Option(
            names = "--pid",
            paramLabel = "PID",
            description = "the JVM's process id; required if several of this user's JVMs qualify")
    private Long pid;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    public boolean isGiven() {
        return pid != null;
    }

    /** Attaches to the selected JVM or, if none is selected, to the only JVM that shows the given objects. */
    public JvmConnection attach(final VisibleObjects objects) throws IOException {
        return AttachableJvms.OF_USER.attach(pid, objects, this::warn);
    }

    private void warn(final String line) {
        command.commandLine().getErr().println("rpcrdma: " + line);
        command.commandLine().getErr().flush();
    }
}
