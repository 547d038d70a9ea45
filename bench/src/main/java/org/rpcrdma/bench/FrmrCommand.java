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

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rpcrdma frmr}: the FRMR pools of a running JVM, in the words of {@code rdma resource show/set frmr_pools}. */
@Command(
        name = "frmr",
        description = {
            "Shows and sets the FRMR pools of a running JVM; drives pools with a capture.",
            "The JVM runs on this machine, as this user. show and set speak the words of rdma resource show/set"
                    + " frmr_pools (iproute2)."
        },
        mixinStandardHelpOptions = true,
        subcommands = {FrmrShowCommand.class, FrmrSetCommand.class, FrmrReplayCommand.class})
final class FrmrCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    /** Made by the command line. */
    FrmrCommand() {}

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no frmr command given: show, set or replay");
    }
}
