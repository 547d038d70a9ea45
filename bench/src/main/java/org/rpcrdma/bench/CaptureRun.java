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

import java.util.function.IntConsumer;

/** A simulated workload that can be captured. */
interface CaptureRun {
    /**
     * Runs it, from connecting to disconnecting.
     *
     * @param progress is told now and then how many RPCs are done.
     * @return messages or chunks that arrived with other bytes than they were sent with.
     */
    long run(IntConsumer progress);

    /** RPCs that it makes. */
    long rpcs();
}
