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
package org.rpcrdma.junit;

/** Attached to a test's failure as suppressed, so that whoever reads of the failure reads how to repeat it. */
final class SimulationSeed extends Exception {
    private static final long serialVersionUID = 1L;

    SimulationSeed(final long seed) {
        super("simulation seed=" + seed + ", -Dseed=" + seed + " repeats it", null, false, false);
    }
}
