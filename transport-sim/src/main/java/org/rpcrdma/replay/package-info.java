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
/**
 * Replay: a capture's RPCs, driven through the transport again.
 *
 * <p>A {@link org.rpcrdma.replay.Workload} is read off a capture. A {@link org.rpcrdma.replay.ReplayClient} issues its
 * calls, with chunks of the captured lengths, as concurrently as they were captured; a
 * {@link org.rpcrdma.replay.ReplayService} answers each with the captured reply. Both compare every byte that arrives
 * with the captured one.
 *
 * <p>A {@link org.rpcrdma.replay.RegistrationTrace} is what the capture's clients had registered, and for how long.
 */
package org.rpcrdma.replay;
